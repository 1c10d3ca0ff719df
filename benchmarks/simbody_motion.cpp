// simbody_motion.cpp -- see simbody_motion.h.
// SPDX-License-Identifier: MIT
#include "benchmarks/simbody_motion.h"

#include "benchmarks/timing.h"

#include <algorithm>
#include <fstream>
#include <simbody/Simbody.h>
#include <string>
#include <vector>

using namespace SimTK;

// Every body on its parent; false: something else than pins about z.
static bool read_bodies(std::istream &in, int count, SimbodyMatterSubsystem &matter)
{
  std::vector<MobilizedBody> bodies{ matter.Ground() };
  for (int i = 0; i < count; i++) {
    int number, parent;
    std::string kind;
    double R[9], p[3], mass, c[3], I[6];
    in >> number >> parent >> kind;
    for (double &x : R)
      in >> x;
    for (double &x : p)
      in >> x;
    in >> mass;
    for (double &x : c)
      in >> x;
    for (double &x : I)
      in >> x;
    if (!in || kind != "Z") return false;
    Vec3 com(c[0], c[1], c[2]);
    Inertia about_com(I[0], I[3], I[5], I[1], I[2], I[4]);
    Body::Rigid body(MassProperties(mass, com, about_com.shiftFromMassCenter(-com, mass)));
    Transform place(Rotation(Mat33(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8])),
                    Vec3(p[0], p[1], p[2]));
    bodies.push_back(MobilizedBody::Pin(bodies[parent], place, body, Transform()));
  }
  return true;
}

double simbody_move(const char *path, double end, double accuracy, double q[])
{
  std::ifstream in(path);
  std::string name, rest;
  int count, nq, nv;
  double gx, gy, gz, best = 1e9;
  in >> name >> count >> nq >> nv >> gx >> gy >> gz;
  std::getline(in, rest);
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity gravity(forces, matter, Vec3(gx, gy, gz));
  if (!in || !read_bodies(in, count, matter)) return -1;
  State state = system.realizeTopology();
  for (double spent = 0; spent < LEAST_TOTAL;) {
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(accuracy);
    integrator.setFinalTime(end);
    double begin = cpu_seconds();
    integrator.initialize(state);
    while (integrator.stepTo(end) != Integrator::EndOfSimulation)
      continue;
    double seconds = cpu_seconds() - begin;
    best = std::min(best, seconds);
    spent += seconds;
    for (int i = 0; i < count; i++)
      q[i] = integrator.getState().getQ()[i];
  }
  return best;
}
