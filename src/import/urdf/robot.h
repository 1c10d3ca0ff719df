// robot.h -- the common part of URDF and SDF: masses, shapes, limits, friction.
//
// URDF specifies numbers as attributes, SDF as separate elements (Import.in_elements):
//
//     <limit lower="-1" upper="2"/>       <limit><lower>-1</lower><upper>2</upper></limit>
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_URDF_ROBOT_H
#define BIELLE_IMPORT_URDF_ROBOT_H

#include "import/common/build.h"

// As xml_numbers() and xml_number(); `element` NULL: the numbers are not given.
int robot_numbers(const Import *import, XmlElement *element, const char *name, int count,
                  const char *numbers[]);
const char *robot_number(const Import *import, XmlElement *element, const char *name,
                         const char *otherwise);

// Reads ixx .. izz. Missing diagonal entries are `on`, others `off`; NULL: the entry is required.
void robot_inertia(const Import *import, XmlElement *element, const char *on, const char *off,
                   const char *inertia[6]);
// Returns "-90 deg .. 2 rad", or NULL if there are no limits or (reported as untranslated) if they
// are equal. `limit` NULL: not given.
const char *robot_limits(Import *import, XmlElement *limit, bool slides);
// Adds effort and velocity limits of the joint's actuator; 0 and, in SDF, negative values mean
// none.
void robot_drive(const Import *import, Statement *joint, XmlElement *limit, bool slides);
// Adds the damping, friction and spring of a joint, if any.
void robot_dynamics(Import *import, XmlElement *dynamics, const char *joint, bool slides);
// Reads the shape of a visual. Returns false if there is no geometry, or (reported as untranslated)
// if it is not supported.
bool robot_shape(Import *import, XmlElement *visual, Shape *shape);
// Returns "2*(q - 0.1 rad) + 0.5 rad" for the coordinate q that is mimicked.
const char *robot_mimic(const Import *import, XmlElement *mimic, bool slides, const char *q,
                        bool q_slides);

#endif
