// fmu_description.c -- modelDescription.xml according to the standards FMI 2.0.4 and 3.0.1.
// SPDX-License-Identifier: MIT
#include "codegen/fmu/fmu.h"

#include <string.h>

// ---- text

static void put_attribute(Text *out, const char *name, const char *value)
{
  text_format(out, " %s=\"", name);
  text_put_xml(out, value);
  text_put_char(out, '"');
}

static void put_number(Text *out, const char *name, double value)
{
  text_format(out, " %s=\"", name);
  text_put_double(out, value);
  text_put_char(out, '"');
}

// ---- capabilities

static void put_capabilities(Text *out, const Fmu *fmu, bool is_stepper, const char *source)
{
  bool is_old = fmu->version == 2;
  text_format(out, "  <%s", is_stepper ? "CoSimulation" : "ModelExchange");
  put_attribute(out, "modelIdentifier", fmu->identifier);
  if (is_stepper) put_attribute(out, "canHandleVariableCommunicationStepSize", "true");
  put_attribute(out, is_old ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", "true");
  put_attribute(out, is_old ? "canSerializeFMUstate" : "canSerializeFMUState", "true");
  put_attribute(out, is_old ? "providesDirectionalDerivative" : "providesDirectionalDerivatives",
                "true");
  if (!is_old) {
    text_put(out, "/>\n");
    return;
  }
  text_put(out, ">\n    <SourceFiles>\n      <File");
  put_attribute(out, "name", source);
  text_format(out, "/>\n    </SourceFiles>\n  </%s>\n",
              is_stepper ? "CoSimulation" : "ModelExchange");
}

// ---- units

static void put_unit(Text *out, const char *unit)
{
  int power[FMU_BASE_UNITS];
  text_put(out, "    <Unit");
  put_attribute(out, "name", unit);
  if (!codegen_fmu_unit(unit, power)) {
    text_put(out, "/>\n");
    return;
  }
  text_put(out, ">\n      <BaseUnit");
  for (int k = 0; k < FMU_BASE_UNITS; k++) {
    if (power[k] != 0) text_format(out, " %s=\"%d\"", FMU_BASE_UNIT[k], power[k]);
  }
  text_put(out, "/>\n    </Unit>\n");
}

static bool is_first_with_unit(const Fmu *fmu, int index)
{
  const char *unit = fmu->variables[index].unit;
  for (int k = 0; k < index; k++) {
    if (strcmp(fmu->variables[k].unit, unit) == 0) return false;
  }
  return unit[0] != '\0';
}

static void put_units(Text *out, const Fmu *fmu)
{
  text_put(out, "  <UnitDefinitions>\n");
  for (int k = 0; k < fmu->variable_count; k++) {
    if (is_first_with_unit(fmu, k)) put_unit(out, fmu->variables[k].unit);
  }
  text_put(out, "  </UnitDefinitions>\n");
}

// ---- variables

static const struct {
  const char *causality, *variability, *initial;
} ROLES[] = {
  [FMU_TIME] = { "independent", "continuous", NULL },
  [FMU_PARAMETER] = { "parameter", "tunable", "exact" },
  [FMU_INPUT] = { "input", "continuous", NULL },
  [FMU_FROM_TIME] = { "local", "continuous", "calculated" },
  [FMU_FROM_MULTIPLIER] = { "local", "continuous", "calculated" },
  [FMU_DISCRETE] = { "local", "discrete", "exact" },
  [FMU_STATE] = { "output", "continuous", "exact" },
  [FMU_RATE] = { "local", "continuous", "calculated" },
  [FMU_OUTPUT] = { "output", "continuous", "calculated" },
  [FMU_EVENT] = { "local", "continuous", "calculated" },
};

static const char *causality_of(const FmuVariable *variable)
{
  if (variable->is_constant) return "local";
  bool is_calculated = variable->role == FMU_PARAMETER && variable->follows;
  return is_calculated ? "calculatedParameter" : ROLES[variable->role].causality;
}

static const char *variability_of(const FmuVariable *variable)
{
  if (variable->is_constant) return "constant";
  return variable->is_fixed ? "fixed" : ROLES[variable->role].variability;
}

// Start values that are formulas of parameters are approximate, because they can be set explicitly.
static const char *initial_of(const FmuVariable *variable)
{
  const char *initial = ROLES[variable->role].initial;
  return initial && variable->follows ? "approx" : initial;
}

static bool has_start(FmuRole role)
{
  return role == FMU_PARAMETER || role == FMU_INPUT || role == FMU_DISCRETE || role == FMU_STATE;
}

// Puts the declaration of a variable. A derivative refers to its state: in FMI 2 by position,
// counted from 1 (variables are in the order of their value references), in FMI 3 by value
// reference.
static void put_variable(Text *out, const Fmu *fmu, int index)
{
  const FmuVariable *variable = &fmu->variables[index];
  FmuRole role = variable->role;
  bool is_old = fmu->version == 2;
  text_put(out, is_old ? "    <ScalarVariable" : "    <Float64");
  put_attribute(out, "name", variable->name);
  text_format(out, " valueReference=\"%d\"", index);
  if (variable->meaning[0] != '\0') put_attribute(out, "description", variable->meaning);
  const char *initial = initial_of(variable);
  put_attribute(out, "causality", causality_of(variable));
  put_attribute(out, "variability", variability_of(variable));
  if (initial) put_attribute(out, "initial", initial);
  if (is_old) text_put(out, ">\n      <Real");
  if (variable->unit[0] != '\0') put_attribute(out, "unit", variable->unit);
  if (has_start(role)) put_number(out, "start", variable->start);
  if (variable->jumps) put_attribute(out, "reinit", "true");
  if (role == FMU_RATE)
    text_format(out, " derivative=\"%d\"", is_old ? variable->state + 1 : variable->state);
  text_put(out, is_old ? "/>\n    </ScalarVariable>\n" : "/>\n");
}

// ---- structure

static bool is_result(const FmuVariable *variable)
{
  return strcmp(ROLES[variable->role].causality, "output") == 0;
}

static bool is_rate(const FmuVariable *variable) { return variable->role == FMU_RATE; }

static bool is_event(const FmuVariable *variable) { return variable->role == FMU_EVENT; }

static bool is_unknown_at_start(const FmuVariable *variable)
{
  bool is_listed = variable->role == FMU_STATE || variable->role == FMU_PARAMETER;
  return variable->role == FMU_RATE || variable->role == FMU_OUTPUT ||
         (variable->follows && is_listed);
}

static void put_unknowns(Text *out, const Fmu *fmu, const char *list, const char *element,
                         bool (*belongs)(const FmuVariable *variable))
{
  int count = 0;
  bool is_old = fmu->version == 2;
  for (int k = 0; k < fmu->variable_count; k++) {
    if (!belongs(&fmu->variables[k])) continue;
    if (is_old && count++ == 0) text_format(out, "    <%s>\n", list);
    if (is_old) text_format(out, "      <Unknown index=\"%d\"/>\n", k + 1);
    if (!is_old) text_format(out, "    <%s valueReference=\"%d\"/>\n", element, k);
  }
  if (count > 0) text_format(out, "    </%s>\n", list);
}

static void put_structure(Text *out, const Fmu *fmu)
{
  text_put(out, "  <ModelStructure>\n");
  put_unknowns(out, fmu, "Outputs", "Output", is_result);
  put_unknowns(out, fmu, "Derivatives", "ContinuousStateDerivative", is_rate);
  put_unknowns(out, fmu, "InitialUnknowns", "InitialUnknown", is_unknown_at_start);
  if (fmu->version == 3) put_unknowns(out, fmu, NULL, "EventIndicator", is_event);
  text_put(out, "  </ModelStructure>\n");
}

// ---- files

static void put_times(Text *out, const Fmu *fmu)
{
  text_put(out, "  <DefaultExperiment");
  if (fmu->has_times) {
    put_number(out, "startTime", fmu->begin);
    put_number(out, "stopTime", fmu->end);
  }
  put_number(out, "tolerance", fmu->tolerance);
  if (fmu->has_times) put_number(out, "stepSize", fmu->step);
  text_put(out, "/>\n");
}

void codegen_fmu_description(const Fmu *fmu, const char *source, const char *token, Text *out)
{
  const Equations *equations = fmu->request.equations;
  bool is_old = fmu->version == 2;
  text_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
  put_attribute(out, "fmiVersion", is_old ? "2.0" : "3.0");
  put_attribute(out, "modelName", equations->name[0] != '\0' ? equations->name : "model");
  put_attribute(out, is_old ? "guid" : "instantiationToken", token);
  if (equations->title[0] != '\0') put_attribute(out, "description", equations->title);
  text_put(out, " generationTool=\"bielle ");
  text_put_xml(out, fmu->request.version);
  text_put(out, "\" variableNamingConvention=\"flat\"");
  if (is_old) text_format(out, " numberOfEventIndicators=\"%d\"", fmu->event_count);
  text_put(out, ">\n");
  put_capabilities(out, fmu, false, source);
  put_capabilities(out, fmu, true, source);
  put_units(out, fmu);
  put_times(out, fmu);
  text_put(out, "  <ModelVariables>\n");
  for (int k = 0; k < fmu->variable_count; k++)
    put_variable(out, fmu, k);
  text_put(out, "  </ModelVariables>\n");
  put_structure(out, fmu);
  text_put(out, "</fmiModelDescription>\n");
}

void codegen_fmu_build(const Fmu *fmu, const char *source, Text *out)
{
  text_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<fmiBuildDescription fmiVersion=\"3.0\">\n  <BuildConfiguration");
  put_attribute(out, "modelIdentifier", fmu->identifier);
  text_put(out, ">\n    <SourceFileSet language=\"C99\">\n      <SourceFile");
  put_attribute(out, "name", source);
  text_put(out, "/>\n    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n");
}
