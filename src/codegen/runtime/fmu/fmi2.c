// fmi2.c -- what FMI 2.0 alone has, pasted behind fmi.c with NAME replaced by the name of the
// model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- what FMI 2.0 alone has

// ---- life

FMI2_EXPORT const char *FMI2(fmi2GetTypesPlatform)(void) { return "default"; }

FMI2_EXPORT const char *FMI2(fmi2GetVersion)(void) { return "2.0"; }

FMI2_EXPORT fmi2Component FMI2(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                                fmi2String resources,
                                                const fmi2CallbackFunctions *callbacks,
                                                fmi2Boolean visible, fmi2Boolean on)
{
  (void)resources, (void)visible, (void)on;
  FmuUnit first = { 0 };
  if (callbacks) first.callbacks = *callbacks;
  if (name) strncat(first.name, name, sizeof first.name - 1);
  return fmi_new(&first, guid, type == fmi2CoSimulation);
}

FMI2_EXPORT void FMI2(fmi2FreeInstance)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!unit) return;
  const FmuUnit copy = *unit;
  fmi_give_back(&copy, unit);
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean has_tolerance,
                                                 fmi2Real tolerance, fmi2Real start,
                                                 fmi2Boolean has_stop, fmi2Real stop)
{
  FmuUnit *unit = c;
  (void)has_stop, (void)stop;
  if (!fmi_is_in(unit, FMU_INSTANTIATED, "fmi2SetupExperiment: not now")) return fmi2Error;
  fmi_set_up(unit, has_tolerance, tolerance, start);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2EnterInitializationMode)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMU_INSTANTIATED, "fmi2EnterInitializationMode: not now")) return fmi2Error;
  unit->mode = FMU_INITIALIZING;
  return fmi2OK;
}

// ---- values

FMI2_EXPORT fmi2Status FMI2(fmi2GetReal)(fmi2Component c, const fmi2ValueReference references[],
                                         size_t count, fmi2Real values[])
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "fmi2GetReal: not now")) return fmi2Error;
  if (fmu_get(&unit->data, references, count, values))
    return fmi_reject(unit, "fmi2GetReal: a value reference is unknown, or has no value here");
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetReal)(fmi2Component c, const fmi2ValueReference references[],
                                         size_t count, const fmi2Real values[])
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "fmi2SetReal: not now")) return fmi2Error;
  if (fmu_set(&unit->data, references, count, values, unit->mode))
    return fmi_reject(unit, "fmi2SetReal: a value reference is unknown, or cannot be set now");
  return fmi2OK;
}

// There are no variables of other types.
#define FMI2_NO_VALUES(function, type)                                                             \
  FMI2_EXPORT fmi2Status FMI2(function)(fmi2Component c, const fmi2ValueReference references[],    \
                                        size_t count, type values[])                               \
  {                                                                                                \
    (void)references, (void)values;                                                                \
    return count == 0 ? fmi2OK : fmi_reject(c, "there are no variables of this type");             \
  }
FMI2_NO_VALUES(fmi2GetInteger, fmi2Integer)
FMI2_NO_VALUES(fmi2GetBoolean, fmi2Boolean)
FMI2_NO_VALUES(fmi2GetString, fmi2String)
FMI2_NO_VALUES(fmi2SetInteger, const fmi2Integer)
FMI2_NO_VALUES(fmi2SetBoolean, const fmi2Boolean)
FMI2_NO_VALUES(fmi2SetString, const fmi2String)

FMI2_EXPORT fmi2Status FMI2(fmi2GetDirectionalDerivative)(fmi2Component c,
                                                          const fmi2ValueReference unknowns[],
                                                          size_t unknown_count,
                                                          const fmi2ValueReference knowns[],
                                                          size_t known_count,
                                                          const fmi2Real along[], fmi2Real change[])
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "fmi2GetDirectionalDerivative: not now")) return fmi2Error;
  if (fmu_go_along(&unit->data, unknowns, unknown_count, knowns, known_count, along, change))
    return fmi_reject(unit, "fmi2GetDirectionalDerivative: not of these variables");
  return fmi2OK;
}

// ---- model exchange

FMI2_EXPORT fmi2Status FMI2(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
  FmuUnit *unit = c;
  int failed = 0;
  if (!fmi_is_in(unit, FMU_AT_EVENT, "fmi2NewDiscreteStates: not now")) return fmi2Error;
  memset(info, 0, sizeof *info);
  info->valuesOfContinuousStatesChanged = fmu_handle_events(&unit->data, 0, &failed);
  info->terminateSimulation = unit->data.is_stopped;
  info->nextEventTimeDefined = FMU_SAMPLES > 0;
  info->nextEventTime = fmu_next_sample(&unit->data);
  return failed ? fmi_reject(unit, "what events set has no end, or does not fit") : fmi2OK;
}

// ---- co-simulation

FMI2_EXPORT fmi2Status FMI2(fmi2SetRealInputDerivatives)(fmi2Component c,
                                                         const fmi2ValueReference references[],
                                                         size_t count, const fmi2Integer orders[],
                                                         const fmi2Real values[])
{
  (void)references, (void)count, (void)orders, (void)values;
  return fmi_reject(c, "inputs are held over a step");
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetRealOutputDerivatives)(fmi2Component c,
                                                          const fmi2ValueReference references[],
                                                          size_t count, const fmi2Integer orders[],
                                                          fmi2Real values[])
{
  (void)references, (void)count, (void)orders, (void)values;
  return fmi_reject(c, "outputs have no derivatives here");
}

FMI2_EXPORT fmi2Status FMI2(fmi2DoStep)(fmi2Component c, fmi2Real t, fmi2Real h,
                                        fmi2Boolean keeps_none)
{
  FmuUnit *unit = c;
  (void)keeps_none;
  if (!fmi_is_in(unit, FMU_STEPPING, "fmi2DoStep: not now")) return fmi2Error;
  if (!(h >= 0)) return fmi_reject(unit, "fmi2DoStep: the step is not above 0");
  unit->data.v[FMU_TIME] = t;
  fmu_forget(&unit->data);
  if (fmu_go(&unit->data, t + h)) return fmi_reject(unit, "the motion does not go on from here");
  return unit->data.is_stopped ? fmi2Discard : fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2CancelStep)(fmi2Component c)
{
  return fmi_reject(c, "no step is under way");
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind,
                                               fmi2Real *value)
{
  const FmuUnit *unit = c;
  if (!unit || kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = unit->data.v[FMU_TIME];
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                  fmi2Boolean *value)
{
  const FmuUnit *unit = c;
  if (!unit || kind != fmi2Terminated) return fmi2Discard;
  *value = unit->data.is_stopped;
  return fmi2OK;
}

// There is nothing else to be told.
#define FMI2_NO_STATUS(function, type)                                                             \
  FMI2_EXPORT fmi2Status FMI2(function)(fmi2Component c, const fmi2StatusKind kind, type *value)   \
  {                                                                                                \
    (void)c, (void)kind, (void)value;                                                              \
    return fmi2Discard;                                                                            \
  }
FMI2_NO_STATUS(fmi2GetStatus, fmi2Status)
FMI2_NO_STATUS(fmi2GetIntegerStatus, fmi2Integer)
FMI2_NO_STATUS(fmi2GetStringStatus, fmi2String)
