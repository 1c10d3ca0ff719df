// peer_kdl.cpp -- time and results of Orocos KDL on a model in URDF.
//
//   peer_kdl MODEL.urdf PREFIX GX GY GZ
// The number at the end of a joint's name is that of its coordinate, from 1. Chains have inverse
// dynamics, mass matrix and forward dynamics; trees inverse dynamics only.
// (Not to be compiled with -march=native: Debian's library was not, and Eigen's alignment differs.)
// SPDX-License-Identifier: MIT
#include "measure.h"

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl_parser/kdl_parser.hpp>

#include <memory>
#include <vector>

using KDL::JntArray;

struct Run {
  int n;
  std::vector<int> places;  // of KDL's coordinates among ours
  std::vector<JntArray> q, qd, last;
  JntArray result;
  KDL::JntSpaceInertiaMatrix mass;
  KDL::Wrenches no_wrenches;
  KDL::WrenchMap no_wrench_map;
  std::unique_ptr<KDL::ChainIdSolver_RNE> chain_inverse;
  std::unique_ptr<KDL::TreeIdSolver_RNE> tree_inverse;
  std::unique_ptr<KDL::ChainDynParam> terms;
  std::unique_ptr<KDL::ChainFdSolver_RNE> forward;
};

static int trailing_number(const std::string &name)
{
  size_t digits = name.find_last_not_of("0123456789") + 1;
  return std::atoi(name.c_str() + digits);
}

static void fill_states(Run &run)
{
  States states = states_new(run.n, 0);
  for (int s = 0; s < STATE_COUNT; s++) {
    const double *x = state_at(&states, s);
    JntArray q(run.n), qd(run.n), last(run.n);
    for (int i = 0; i < run.n; i++) {
      q(i) = x[run.places[i]];
      qd(i) = x[run.n + run.places[i]];
      last(i) = x[2 * run.n + run.places[i]];
    }
    run.q.push_back(q);
    run.qd.push_back(qd);
    run.last.push_back(last);
  }
  free(states.numbers);
}

static void inverse_dynamics_of_chain(void *context, int s)
{
  Run &run = *static_cast<Run *>(context);
  run.chain_inverse->CartToJnt(run.q[s], run.qd[s], run.last[s], run.no_wrenches, run.result);
}

static void inverse_dynamics_of_tree(void *context, int s)
{
  Run &run = *static_cast<Run *>(context);
  run.tree_inverse->CartToJnt(run.q[s], run.qd[s], run.last[s], run.no_wrench_map, run.result);
}

static void mass_matrix(void *context, int s)
{
  Run &run = *static_cast<Run *>(context);
  run.terms->JntToMass(run.q[s], run.mass);
}

static void forward_dynamics(void *context, int s)
{
  Run &run = *static_cast<Run *>(context);
  run.forward->CartToJnt(run.q[s], run.qd[s], run.last[s], run.no_wrenches, run.result);
}

static void finish_vector(const char *name, Work *work, Run &run, const char *prefix)
{
  FILE *file = values_open(prefix, name);
  std::vector<double> values(run.n);
  for (int s = 0; s < COMPARED_STATES; s++) {
    work(&run, s);
    for (int i = 0; i < run.n; i++)
      values[run.places[i]] = run.result(i);
    values_put(file, values.data(), run.n);
  }
  fclose(file);
  measure(name, work, &run);
}

static void finish_mass(Run &run, const char *prefix)
{
  FILE *file = values_open(prefix, "M");
  std::vector<double> values(run.n * run.n);
  for (int s = 0; s < COMPARED_STATES; s++) {
    mass_matrix(&run, s);
    for (int i = 0; i < run.n; i++) {
      for (int j = 0; j < run.n; j++)
        values[run.places[i] * run.n + run.places[j]] = run.mass(i, j);
    }
    values_put(file, values.data(), run.n * run.n);
  }
  fclose(file);
  measure("M", mass_matrix, &run);
}

// The chain from the root to the only leaf, if there is only one.
static bool is_chain(const KDL::Tree &tree, KDL::Chain &chain)
{
  std::string leaf;
  for (const auto &entry : tree.getSegments()) {
    if (GetTreeElementChildren(entry.second).size() > 1) return false;
    if (GetTreeElementChildren(entry.second).empty()) leaf = entry.first;
  }
  return tree.getChain(tree.getRootSegment()->first, leaf, chain);
}

static void run_chain(Run &run, const KDL::Chain &chain, KDL::Vector gravity, const char *prefix)
{
  run.no_wrenches.resize(chain.getNrOfSegments(), KDL::Wrench::Zero());
  run.chain_inverse = std::make_unique<KDL::ChainIdSolver_RNE>(chain, gravity);
  run.terms = std::make_unique<KDL::ChainDynParam>(chain, gravity);
  run.forward = std::make_unique<KDL::ChainFdSolver_RNE>(chain, gravity);
  finish_vector("id", inverse_dynamics_of_chain, run, prefix);
  finish_mass(run, prefix);
  finish_vector("fd", forward_dynamics, run, prefix);
}

int main(int count, char *words[])
{
  KDL::Tree tree;
  KDL::Chain chain;
  if (count != 6 || !kdl_parser::treeFromFile(words[1], tree)) {
    std::fprintf(stderr, "usage: peer_kdl MODEL.urdf PREFIX GX GY GZ\n");
    return EXIT_FAILURE;
  }
  Run run;
  run.n = static_cast<int>(tree.getNrOfJoints());
  run.result.resize(run.n);
  run.mass.resize(run.n);
  run.places.resize(run.n);
  for (const auto &entry : tree.getSegments()) {
    const KDL::Joint &joint = GetTreeElementSegment(entry.second).getJoint();
    if (joint.getType() == KDL::Joint::None) continue;
    run.places[GetTreeElementQNr(entry.second)] = trailing_number(joint.getName()) - 1;
  }
  fill_states(run);
  KDL::Vector gravity(std::atof(words[3]), std::atof(words[4]), std::atof(words[5]));
  if (is_chain(tree, chain)) {
    run_chain(run, chain, gravity, words[2]);
  } else {
    run.tree_inverse = std::make_unique<KDL::TreeIdSolver_RNE>(tree, gravity);
    finish_vector("id", inverse_dynamics_of_tree, run, words[2]);
  }
  return EXIT_SUCCESS;
}
