// kdl_values.cpp -- poses and Jacobians of a chain of a URDF file, computed by Orocos KDL.
//
//     kdl_values FILE.urdf TIP < states
//
// prints the names of the moving joints from the root to the link TIP on one line. Every line of
// the input then gives a value for each of them; the answer is a line of numbers: the rotation of
// TIP in the root link by rows, its origin, and the Jacobian of that origin by rows (velocity,
// then angular velocity, in the axes of the root link).
// SPDX-License-Identifier: MIT
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/tree.hpp>
#include <kdl_parser/kdl_parser.hpp>

#include <cstdio>

static void print_joint_names(const KDL::Chain &chain)
{
  for (const KDL::Segment &segment : chain.segments) {
    const KDL::Joint &joint = segment.getJoint();
    if (joint.getType() != KDL::Joint::None) std::printf("%s ", joint.getName().c_str());
  }
  std::printf("\n");
}

static bool read_state(KDL::JntArray &q)
{
  for (unsigned j = 0; j < q.rows(); j++) {
    if (std::scanf("%lf", &q(j)) != 1) return false;
  }
  return true;
}

static void print_pose(const KDL::Frame &pose)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      std::printf("%.17g ", pose.M(i, j));
  for (int i = 0; i < 3; i++)
    std::printf("%.17g ", pose.p(i));
}

static void print_jacobian(const KDL::Jacobian &jacobian)
{
  for (unsigned i = 0; i < 6; i++)
    for (unsigned j = 0; j < jacobian.columns(); j++)
      std::printf("%.17g ", jacobian(i, j));
  std::printf("\n");
}

int main(int count, char *words[])
{
  KDL::Tree tree;
  KDL::Chain chain;
  if (count != 3 || !kdl_parser::treeFromFile(words[1], tree) ||
      !tree.getChain(tree.getRootSegment()->first, words[2], chain)) {
    std::fprintf(stderr, "usage: kdl_values FILE.urdf TIP < states\n");
    return 2;
  }
  print_joint_names(chain);
  if (chain.getNrOfJoints() == 0) return 0;
  KDL::ChainFkSolverPos_recursive position(chain);
  KDL::ChainJntToJacSolver derivative(chain);
  KDL::JntArray q(chain.getNrOfJoints());
  KDL::Jacobian jacobian(chain.getNrOfJoints());
  while (read_state(q)) {
    KDL::Frame pose;
    position.JntToCart(q, pose);
    derivative.JntToJac(q, jacobian);
    print_pose(pose);
    print_jacobian(jacobian);
  }
  return 0;
}
