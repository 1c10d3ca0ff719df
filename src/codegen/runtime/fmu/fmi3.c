// fmi3.c -- what FMI 3.0 alone has, pasted behind fmi.c with NAME replaced by the name of the
// model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- what FMI 3.0 alone has

// ---- life

FMI3_EXPORT const char *FMI3(fmi3GetVersion)(void) { return "3.0"; }

FMI3_EXPORT fmi3Instance FMI3(fmi3InstantiateModelExchange)(fmi3String name, fmi3String token,
                                                            fmi3String resources,
                                                            fmi3Boolean visible, fmi3Boolean on,
                                                            fmi3InstanceEnvironment environment,
                                                            fmi3LogMessageCallback log)
{
  (void)name, (void)resources, (void)visible, (void)on;
  const FmuUnit first = { .log = log, .environment = environment };
  return fmi_new(&first, token, 0);
}

FMI3_EXPORT fmi3Instance FMI3(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean on,
    fmi3Boolean uses_events, fmi3Boolean returns_early, const fmi3ValueReference required[],
    size_t count, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3IntermediateUpdateCallback update)
{
  (void)name, (void)resources, (void)visible, (void)on, (void)returns_early, (void)required;
  (void)count, (void)update;
  const FmuUnit first = { .log = log, .environment = environment };
  return uses_events ? NULL : fmi_new(&first, token, 1);
}

FMI3_EXPORT fmi3Instance FMI3(fmi3InstantiateScheduledExecution)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean on,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
    fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock)
{
  (void)name, (void)token, (void)resources, (void)visible, (void)on, (void)environment, (void)log;
  (void)update, (void)lock, (void)unlock;
  return NULL;
}

FMI3_EXPORT void FMI3(fmi3FreeInstance)(fmi3Instance c) { free(c); }

FMI3_EXPORT fmi3Status FMI3(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean has_tolerance,
                                                         fmi3Float64 tolerance, fmi3Float64 start,
                                                         fmi3Boolean has_stop, fmi3Float64 stop)
{
  FmuUnit *unit = c;
  (void)has_stop, (void)stop;
  if (!fmi_is_in(unit, FMU_INSTANTIATED, "fmi3EnterInitializationMode: not now")) return fmi3Error;
  fmi_set_up(unit, has_tolerance, tolerance, start);
  unit->mode = FMU_INITIALIZING;
  return fmi3OK;
}

// ---- values

FMI3_EXPORT fmi3Status FMI3(fmi3GetFloat64)(fmi3Instance c, const fmi3ValueReference references[],
                                            size_t count, fmi3Float64 values[], size_t value_count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "fmi3GetFloat64: not now")) return fmi3Error;
  if (value_count != count || fmu_get(&unit->data, references, count, values))
    return fmi_reject(unit, "fmi3GetFloat64: a value reference is unknown, or has no value here");
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetFloat64)(fmi3Instance c, const fmi3ValueReference references[],
                                            size_t count, const fmi3Float64 values[],
                                            size_t value_count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "fmi3SetFloat64: not now")) return fmi3Error;
  if (value_count != count || fmu_set(&unit->data, references, count, values, unit->mode))
    return fmi_reject(unit, "fmi3SetFloat64: a value reference is unknown, or cannot be set now");
  return fmi3OK;
}

// There are no variables of other types.
#define FMI3_NO_VALUES(function, type)                                                             \
  FMI3_EXPORT fmi3Status FMI3(function)(fmi3Instance c, const fmi3ValueReference references[],     \
                                        size_t count, type values[], size_t value_count)           \
  {                                                                                                \
    (void)references, (void)values, (void)value_count;                                             \
    return count == 0 ? fmi3OK : fmi_reject(c, "there are no variables of this type");             \
  }
FMI3_NO_VALUES(fmi3GetFloat32, fmi3Float32)
FMI3_NO_VALUES(fmi3GetInt8, int8_t)
FMI3_NO_VALUES(fmi3GetUInt8, uint8_t)
FMI3_NO_VALUES(fmi3GetInt16, int16_t)
FMI3_NO_VALUES(fmi3GetUInt16, uint16_t)
FMI3_NO_VALUES(fmi3GetInt32, int32_t)
FMI3_NO_VALUES(fmi3GetUInt32, uint32_t)
FMI3_NO_VALUES(fmi3GetInt64, int64_t)
FMI3_NO_VALUES(fmi3GetUInt64, uint64_t)
FMI3_NO_VALUES(fmi3GetBoolean, fmi3Boolean)
FMI3_NO_VALUES(fmi3GetString, fmi3String)
FMI3_NO_VALUES(fmi3SetFloat32, const fmi3Float32)
FMI3_NO_VALUES(fmi3SetInt8, const int8_t)
FMI3_NO_VALUES(fmi3SetUInt8, const uint8_t)
FMI3_NO_VALUES(fmi3SetInt16, const int16_t)
FMI3_NO_VALUES(fmi3SetUInt16, const uint16_t)
FMI3_NO_VALUES(fmi3SetInt32, const int32_t)
FMI3_NO_VALUES(fmi3SetUInt32, const uint32_t)
FMI3_NO_VALUES(fmi3SetInt64, const int64_t)
FMI3_NO_VALUES(fmi3SetUInt64, const uint64_t)
FMI3_NO_VALUES(fmi3SetBoolean, const fmi3Boolean)
FMI3_NO_VALUES(fmi3SetString, const fmi3String)

FMI3_EXPORT fmi3Status FMI3(fmi3GetBinary)(fmi3Instance c, const fmi3ValueReference references[],
                                           size_t count, size_t sizes[], fmi3Binary values[],
                                           size_t value_count)
{
  (void)references, (void)sizes, (void)values, (void)value_count;
  return count == 0 ? fmi3OK : fmi_reject(c, "there are no variables of this type");
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetBinary)(fmi3Instance c, const fmi3ValueReference references[],
                                           size_t count, const size_t sizes[],
                                           const fmi3Binary values[], size_t value_count)
{
  (void)references, (void)sizes, (void)values, (void)value_count;
  return count == 0 ? fmi3OK : fmi_reject(c, "there are no variables of this type");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetClock)(fmi3Instance c, const fmi3ValueReference references[],
                                          size_t count, fmi3Clock values[])
{
  (void)references, (void)values;
  return count == 0 ? fmi3OK : fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetClock)(fmi3Instance c, const fmi3ValueReference references[],
                                          size_t count, const fmi3Clock values[])
{
  (void)references, (void)values;
  return count == 0 ? fmi3OK : fmi_reject(c, "there are no clocks");
}

// What the description says of dependencies is all that is known: every value on every other.
FMI3_EXPORT fmi3Status FMI3(fmi3GetNumberOfVariableDependencies)(fmi3Instance c,
                                                                 fmi3ValueReference reference,
                                                                 size_t *count)
{
  (void)reference, (void)count;
  return fmi_reject(c, "dependencies are not told one by one");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetVariableDependencies)(fmi3Instance c,
                                                         fmi3ValueReference dependent,
                                                         size_t dependent_places[],
                                                         fmi3ValueReference independents[],
                                                         size_t independent_places[],
                                                         fmi3DependencyKind kinds[], size_t count)
{
  (void)dependent, (void)dependent_places, (void)independents, (void)independent_places;
  (void)kinds, (void)count;
  return fmi_reject(c, "dependencies are not told one by one");
}

// ---- derivatives

FMI3_EXPORT fmi3Status FMI3(fmi3GetDirectionalDerivative)(
    fmi3Instance c, const fmi3ValueReference unknowns[], size_t unknown_count,
    const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[],
    size_t seed_count, fmi3Float64 change[], size_t change_count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "fmi3GetDirectionalDerivative: not now")) return fmi3Error;
  if (seed_count != known_count || change_count != unknown_count ||
      fmu_go_along(&unit->data, unknowns, unknown_count, knowns, known_count, seed, change)) {
    return fmi_reject(unit, "fmi3GetDirectionalDerivative: not of these variables");
  }
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetAdjointDerivative)(
    fmi3Instance c, const fmi3ValueReference unknowns[], size_t unknown_count,
    const fmi3ValueReference knowns[], size_t known_count, const fmi3Float64 seed[],
    size_t seed_count, fmi3Float64 change[], size_t change_count)
{
  (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed;
  (void)seed_count, (void)change, (void)change_count;
  return fmi_reject(c, "there are no adjoint derivatives");
}

// ---- structure and clocks: none

FMI3_EXPORT fmi3Status FMI3(fmi3EnterConfigurationMode)(fmi3Instance c)
{
  return fmi_reject(c, "nothing can be configured");
}

FMI3_EXPORT fmi3Status FMI3(fmi3ExitConfigurationMode)(fmi3Instance c)
{
  return fmi_reject(c, "nothing can be configured");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetIntervalDecimal)(fmi3Instance c,
                                                    const fmi3ValueReference references[],
                                                    size_t count, fmi3Float64 intervals[],
                                                    fmi3IntervalQualifier qualifiers[])
{
  (void)references, (void)count, (void)intervals, (void)qualifiers;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetIntervalFraction)(fmi3Instance c,
                                                     const fmi3ValueReference references[],
                                                     size_t count, uint64_t counters[],
                                                     uint64_t resolutions[],
                                                     fmi3IntervalQualifier qualifiers[])
{
  (void)references, (void)count, (void)counters, (void)resolutions, (void)qualifiers;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetShiftDecimal)(fmi3Instance c,
                                                 const fmi3ValueReference references[],
                                                 size_t count, fmi3Float64 shifts[])
{
  (void)references, (void)count, (void)shifts;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetShiftFraction)(fmi3Instance c,
                                                  const fmi3ValueReference references[],
                                                  size_t count, uint64_t counters[],
                                                  uint64_t resolutions[])
{
  (void)references, (void)count, (void)counters, (void)resolutions;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetIntervalDecimal)(fmi3Instance c,
                                                    const fmi3ValueReference references[],
                                                    size_t count, const fmi3Float64 intervals[])
{
  (void)references, (void)count, (void)intervals;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetIntervalFraction)(fmi3Instance c,
                                                     const fmi3ValueReference references[],
                                                     size_t count, const uint64_t counters[],
                                                     const uint64_t resolutions[])
{
  (void)references, (void)count, (void)counters, (void)resolutions;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetShiftDecimal)(fmi3Instance c,
                                                 const fmi3ValueReference references[],
                                                 size_t count, const fmi3Float64 shifts[])
{
  (void)references, (void)count, (void)shifts;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetShiftFraction)(fmi3Instance c,
                                                  const fmi3ValueReference references[],
                                                  size_t count, const uint64_t counters[],
                                                  const uint64_t resolutions[])
{
  (void)references, (void)count, (void)counters, (void)resolutions;
  return fmi_reject(c, "there are no clocks");
}

FMI3_EXPORT fmi3Status FMI3(fmi3ActivateModelPartition)(fmi3Instance c,
                                                        fmi3ValueReference reference, fmi3Float64 t)
{
  (void)reference, (void)t;
  return fmi_reject(c, "there are no clocks");
}

// ---- model exchange

FMI3_EXPORT fmi3Status FMI3(fmi3EvaluateDiscreteStates)(fmi3Instance c)
{
  return fmi_is_in(c, FMU_INITIALIZING | FMU_AT_EVENT, "fmi3EvaluateDiscreteStates: not now")
             ? fmi3OK
             : fmi3Error;
}

FMI3_EXPORT fmi3Status FMI3(fmi3UpdateDiscreteStates)(fmi3Instance c, fmi3Boolean *needs_more,
                                                      fmi3Boolean *terminates,
                                                      fmi3Boolean *nominals_change,
                                                      fmi3Boolean *values_change,
                                                      fmi3Boolean *has_next, fmi3Float64 *next)
{
  FmuUnit *unit = c;
  int failed = 0;
  if (!fmi_is_in(unit, FMU_AT_EVENT, "fmi3UpdateDiscreteStates: not now")) return fmi3Error;
  *needs_more = *nominals_change = false;
  *values_change = fmu_handle_events(&unit->data, 0, &failed) != 0;
  *has_next = FMU_SAMPLES > 0;
  *next = fmu_next_sample(&unit->data);
  *terminates = unit->data.is_stopped != 0;
  return failed ? fmi_reject(unit, "what events set has no end, or does not fit") : fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *count)
{
  if (!c) return fmi3Error;
  *count = FMU_EVENTS;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *count)
{
  if (!c) return fmi3Error;
  *count = FMU_ORDER;
  return fmi3OK;
}

// ---- co-simulation

FMI3_EXPORT fmi3Status FMI3(fmi3EnterStepMode)(fmi3Instance c)
{
  return fmi_reject(c, "there is no event mode in co-simulation");
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetOutputDerivatives)(fmi3Instance c,
                                                      const fmi3ValueReference references[],
                                                      size_t count, const int32_t orders[],
                                                      fmi3Float64 values[], size_t value_count)
{
  (void)references, (void)count, (void)orders, (void)values, (void)value_count;
  return fmi_reject(c, "outputs have no derivatives here");
}

FMI3_EXPORT fmi3Status FMI3(fmi3DoStep)(fmi3Instance c, fmi3Float64 t, fmi3Float64 h,
                                        fmi3Boolean keeps_none, fmi3Boolean *needs_event,
                                        fmi3Boolean *terminates, fmi3Boolean *is_early,
                                        fmi3Float64 *last)
{
  FmuUnit *unit = c;
  (void)keeps_none;
  *needs_event = *terminates = *is_early = false;
  if (!fmi_is_in(unit, FMU_STEPPING, "fmi3DoStep: not now")) return fmi3Error;
  if (!(h >= 0)) return fmi_reject(unit, "fmi3DoStep: the step is not above 0");
  unit->data.v[FMU_TIME] = t;
  fmu_forget(&unit->data);
  const int failed = fmu_go(&unit->data, t + h);
  *last = unit->data.v[FMU_TIME];
  *terminates = unit->data.is_stopped != 0;
  return failed ? fmi_reject(unit, "the motion does not go on from here") : fmi3OK;
}
