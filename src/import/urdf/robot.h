// robot.h -- what URDF and SDF say in the same words: masses, shapes, limits, friction.
//
// URDF gives numbers as attributes, SDF in elements of their own (Import.in_elements):
//
//     <limit lower="-1" upper="2"/>       <limit><lower>-1</lower><upper>2</upper></limit>
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_URDF_ROBOT_H
#define BIELLE_IMPORT_URDF_ROBOT_H

#include "import/common/build.h"

// As xml_numbers() and xml_number(); `element` NULL: nothing is given.
int robot_numbers(const Import *import, XmlElement *element, const char *name, int count,
                  const char *numbers[]);
const char *robot_number(const Import *import, XmlElement *element, const char *name,
                         const char *otherwise);

// ixx .. izz; what is not given is `off` beside the diagonal and `on` in it, NULL: it must be.
void robot_inertia(const Import *import, XmlElement *element, const char *on, const char *off,
                   const char *inertia[6]);
// "-90 deg .. 2 rad"; NULL: none, or (listed) without room to move. `limit` NULL: not given.
const char *robot_limits(Import *import, XmlElement *limit, bool slides);
// Effort and velocity of the joint's drive; 0 and, in SDF, negative ones are none.
void robot_drive(const Import *import, Statement *joint, XmlElement *limit, bool slides);
// The damping, friction and spring of a joint, if there are any.
void robot_dynamics(Import *import, XmlElement *dynamics, const char *joint, bool slides);
// The shape of a visual; false, listed, if its geometry is none of ours, or there is none.
bool robot_shape(Import *import, XmlElement *visual, Shape *shape);
// "2*(q - 0.1 rad) + 0.5 rad" of the coordinate q that is mimicked.
const char *robot_mimic(const Import *import, XmlElement *mimic, bool slides, const char *q,
                        bool q_slides);

#endif
