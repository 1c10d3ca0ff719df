// simbody_motion.cpp -- motions of trees by Simbody, for bench_simulate.
//
//   simbody_motion FILE.tree END ACCURACY
// From rest at q = 0 to END [s] by Runge, Kutta and Merson's method. Prints processor time, the least of so
// many motions as last 50 ms together, and the angles at the end. The file has a line of the whole, with
// its gravity, and one for each body: number, parent, Z, rotation and place of the joint, mass, its centre,
// inertia about it (xx xy xz yy yz zz). A program of its own: Simbody has functions of SUNDIALS's names.
// SPDX-License-Identifier: MIT
#include "benchmarks/timing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

int main(int words, char *word[])
{
  if (words != 4) return EXIT_FAILURE;
  double end = std::atof(word[2]), accuracy = std::atof(word[3]);
  std::ifstream in(word[1]);
  std::string name, rest;
  int count, nq, nv;
  double gx, gy, gz, best = 1e9;
  in >> name >> count >> nq >> nv >> gx >> gy >> gz;
  std::getline(in, rest);
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity gravity(forces, matter, Vec3(gx, gy, gz));
  if (!in || !read_bodies(in, count, matter)) return EXIT_FAILURE;
  std::vector<double> q(count);
  State state = system.realizeTopology();
  for (double spent = 0; spent < MIN_TOTAL;) {
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
  std::printf("%.9g", best);
  for (double angle : q)
    std::printf(" %.17g", angle);
  std::printf("\n");
  return EXIT_SUCCESS;
}
