// fmi2.c -- the interface of FMI 2.0 to fmu.c, pasted behind it with NAME replaced by the name of
// the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
//
// Types and functions are those of "Functional Mock-up Interface for Model Exchange and
// Co-Simulation", 2.0.4.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- the interface of FMI 2.0

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;
enum { fmi2False = 0, fmi2True = 1 };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
  fmi2DoStepStatus,
  fmi2PendingStatus,
  fmi2LastSuccessfulTime,
  fmi2Terminated
} fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String,
                                   fmi2String, ...);
typedef struct {
  fmi2CallbackLogger logger;
  void *(*allocateMemory)(size_t, size_t);
  void (*freeMemory)(void *);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

// Linked statically, each function has the prefix that the compiler is given.
#if defined(FMI2_FUNCTION_PREFIX) && !defined(FMI2_OVERRIDE_FUNCTION_PREFIX)
#define FMI2_PASTE(a, b) a##b
#define FMI2_PASTED(a, b) FMI2_PASTE(a, b)
#define FMI2(function) FMI2_PASTED(FMI2_FUNCTION_PREFIX, function)
#else
#define FMI2(function) function
#endif
#ifdef _WIN32
#define FMI2_EXPORT __declspec(dllexport)
#else
#define FMI2_EXPORT
#endif

typedef struct FmuUnit {
  FmuData data;
  FmuMode mode;
  int is_stepper;  // co-simulation
  fmi2CallbackFunctions callbacks;
  char name[64];
} FmuUnit;

static fmi2Status fmi2_refuse(FmuUnit *unit, const char *what)
{
  if (unit && unit->callbacks.logger) {
    unit->callbacks.logger(unit->callbacks.componentEnvironment, unit->name, fmi2Error,
                           "logStatusError", "%s", what);
  }
  return fmi2Error;
}

// Is the unit in one of these modes? Otherwise the call is refused.
static int fmi2_is_in(FmuUnit *unit, int modes, const char *function)
{
  if (unit && (unit->mode & modes)) return 1;
  fmi2_refuse(unit, function);
  return 0;
}

enum {
  FMI2_MOVING = FMU_AT_EVENT | FMU_CONTINUOUS | FMU_STEPPING,
  FMI2_ALIVE = FMU_INSTANTIATED | FMU_INITIALIZING | FMI2_MOVING | FMU_TERMINATED
};

// ---- life

FMI2_EXPORT const char *FMI2(fmi2GetTypesPlatform)(void) { return "default"; }

FMI2_EXPORT const char *FMI2(fmi2GetVersion)(void) { return "2.0"; }

FMI2_EXPORT fmi2Status FMI2(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean on, size_t count,
                                                 const fmi2String categories[])
{
  (void)c, (void)on, (void)count, (void)categories;
  return fmi2OK;
}

FMI2_EXPORT fmi2Component FMI2(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid,
                                                fmi2String resources,
                                                const fmi2CallbackFunctions *callbacks,
                                                fmi2Boolean visible, fmi2Boolean on)
{
  (void)resources, (void)visible, (void)on;
  FmuUnit *unit = NULL;
  if (!guid || strcmp(guid, FMU_TOKEN) != 0) return NULL;
  if (callbacks && callbacks->allocateMemory) {
    unit = callbacks->allocateMemory(1, sizeof *unit);
  } else {
    unit = malloc(sizeof *unit);
  }
  if (!unit) return NULL;
  memset(unit, 0, sizeof *unit);
  if (callbacks) unit->callbacks = *callbacks;
  if (name) strncat(unit->name, name, sizeof unit->name - 1);
  unit->is_stepper = type == fmi2CoSimulation;
  unit->mode = FMU_INSTANTIATED;
  fmu_begin(&unit->data);
  return unit;
}

static void fmi2_give_back(const FmuUnit *unit, void *memory)
{
  if (unit->callbacks.freeMemory) {
    unit->callbacks.freeMemory(memory);
  } else {
    free(memory);
  }
}

FMI2_EXPORT void FMI2(fmi2FreeInstance)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!unit) return;
  const FmuUnit copy = *unit;
  fmi2_give_back(&copy, unit);
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean has_tolerance,
                                                 fmi2Real tolerance, fmi2Real start,
                                                 fmi2Boolean has_stop, fmi2Real stop)
{
  FmuUnit *unit = c;
  (void)has_stop, (void)stop;
  if (!fmi2_is_in(unit, FMU_INSTANTIATED, "fmi2SetupExperiment: not now")) return fmi2Error;
  if (has_tolerance && tolerance > 0) unit->data.tolerance = tolerance;
  unit->data.v[FMU_TIME] = start;
  fmu_forget(&unit->data);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2EnterInitializationMode)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMU_INSTANTIATED, "fmi2EnterInitializationMode: not now")) return fmi2Error;
  unit->mode = FMU_INITIALIZING;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2ExitInitializationMode)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMU_INITIALIZING, "fmi2ExitInitializationMode: not now")) return fmi2Error;
  if (fmu_end_start(&unit->data)) return fmi2_refuse(unit, "the start cannot be closed");
  unit->mode = unit->is_stepper ? FMU_STEPPING : FMU_AT_EVENT;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2Terminate)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_MOVING, "fmi2Terminate: not now")) return fmi2Error;
  unit->mode = FMU_TERMINATED;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2Reset)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!unit) return fmi2Error;
  fmu_begin(&unit->data);
  unit->mode = FMU_INSTANTIATED;
  return fmi2OK;
}

// ---- values

FMI2_EXPORT fmi2Status FMI2(fmi2GetReal)(fmi2Component c, const fmi2ValueReference references[],
                                         size_t count, fmi2Real values[])
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2GetReal: not now")) return fmi2Error;
  if (fmu_get(&unit->data, references, count, values))
    return fmi2_refuse(unit, "fmi2GetReal: a value reference is unknown, or has no value here");
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetReal)(fmi2Component c, const fmi2ValueReference references[],
                                         size_t count, const fmi2Real values[])
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2SetReal: not now")) return fmi2Error;
  if (fmu_set(&unit->data, references, count, values, unit->mode))
    return fmi2_refuse(unit, "fmi2SetReal: a value reference is unknown, or cannot be set now");
  return fmi2OK;
}

// There are no variables of other types.
#define FMI2_NO_VALUES(function, type)                                                             \
  FMI2_EXPORT fmi2Status FMI2(function)(fmi2Component c, const fmi2ValueReference references[],    \
                                        size_t count, type values[])                               \
  {                                                                                                \
    (void)references, (void)values;                                                                \
    return count == 0 ? fmi2OK : fmi2_refuse(c, "there are no variables of this type");            \
  }
FMI2_NO_VALUES(fmi2GetInteger, fmi2Integer)
FMI2_NO_VALUES(fmi2GetBoolean, fmi2Boolean)
FMI2_NO_VALUES(fmi2GetString, fmi2String)
FMI2_NO_VALUES(fmi2SetInteger, const fmi2Integer)
FMI2_NO_VALUES(fmi2SetBoolean, const fmi2Boolean)
FMI2_NO_VALUES(fmi2SetString, const fmi2String)

// ---- states that are kept

FMI2_EXPORT fmi2Status FMI2(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
  FmuUnit *unit = c;
  if (!unit || !state) return fmi2Error;
  if (!*state) {
    *state = unit->callbacks.allocateMemory ? unit->callbacks.allocateMemory(1, sizeof *unit)
                                            : malloc(sizeof *unit);
  }
  if (!*state) return fmi2_refuse(unit, "fmi2GetFMUstate: out of memory");
  memcpy(*state, unit, sizeof *unit);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate state)
{
  FmuUnit *unit = c, *kept = state;
  if (!unit || !kept) return fmi2Error;
  unit->data = kept->data;
  unit->mode = kept->mode;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
  if (!c || !state) return fmi2Error;
  if (*state) fmi2_give_back(c, *state);
  *state = NULL;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state,
                                                        size_t *size)
{
  if (!c || !state || !size) return fmi2Error;
  *size = FMU_STATE_SIZE;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate state,
                                                   fmi2Byte bytes[], size_t size)
{
  const FmuUnit *kept = state;
  if (!c || !kept || size < FMU_STATE_SIZE) return fmi2_refuse(c, "the state does not fit");
  fmu_write_state(&kept->data, kept->mode, bytes);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[],
                                                     size_t size, fmi2FMUstate *state)
{
  FmuUnit *unit = c;
  if (!unit || !state) return fmi2Error;
  FmuUnit made = *unit;
  if (size < FMU_STATE_SIZE || fmu_read_state(&made.data, &made.mode, bytes))
    return fmi2_refuse(unit, "these bytes are not a state of this unit");
  if (!*state) {
    *state = unit->callbacks.allocateMemory ? unit->callbacks.allocateMemory(1, sizeof *unit)
                                            : malloc(sizeof *unit);
  }
  if (!*state) return fmi2_refuse(unit, "out of memory");
  memcpy(*state, &made, sizeof made);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetDirectionalDerivative)(fmi2Component c,
                                                          const fmi2ValueReference unknowns[],
                                                          size_t unknown_count,
                                                          const fmi2ValueReference knowns[],
                                                          size_t known_count,
                                                          const fmi2Real along[], fmi2Real change[])
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2GetDirectionalDerivative: not now")) return fmi2Error;
  if (fmu_go_along(&unit->data, unknowns, unknown_count, knowns, known_count, along, change))
    return fmi2_refuse(unit, "fmi2GetDirectionalDerivative: not of these variables");
  return fmi2OK;
}

// ---- model exchange

FMI2_EXPORT fmi2Status FMI2(fmi2EnterEventMode)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMU_CONTINUOUS | FMU_AT_EVENT, "fmi2EnterEventMode: not now"))
    return fmi2Error;
  unit->mode = FMU_AT_EVENT;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *info)
{
  FmuUnit *unit = c;
  int failed = 0;
  if (!fmi2_is_in(unit, FMU_AT_EVENT, "fmi2NewDiscreteStates: not now")) return fmi2Error;
  memset(info, 0, sizeof *info);
  info->valuesOfContinuousStatesChanged = fmu_happen(&unit->data, 0, &failed);
  info->terminateSimulation = unit->data.is_stopped;
  info->nextEventTimeDefined = FMU_SAMPLES > 0;
  info->nextEventTime = fmu_next_sample(&unit->data);
  return failed ? fmi2_refuse(unit, "what events set has no end, or does not fit") : fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2EnterContinuousTimeMode)(fmi2Component c)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMU_AT_EVENT, "fmi2EnterContinuousTimeMode: not now")) return fmi2Error;
  unit->mode = FMU_CONTINUOUS;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2CompletedIntegratorStep)(fmi2Component c, fmi2Boolean keeps_none,
                                                         fmi2Boolean *enters_event,
                                                         fmi2Boolean *terminates)
{
  (void)keeps_none;
  if (!fmi2_is_in(c, FMU_CONTINUOUS, "fmi2CompletedIntegratorStep: not now")) return fmi2Error;
  *enters_event = *terminates = fmi2False;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetTime)(fmi2Component c, fmi2Real t)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMU_CONTINUOUS | FMU_AT_EVENT, "fmi2SetTime: not now")) return fmi2Error;
  unit->data.v[FMU_TIME] = t;
  fmu_forget(&unit->data);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[],
                                                     size_t count)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMU_CONTINUOUS, "fmi2SetContinuousStates: not now")) return fmi2Error;
  if (count != FMU_ORDER) return fmi2_refuse(unit, "fmi2SetContinuousStates: another number");
  fmu_put_state(&unit->data, unit->data.v[FMU_TIME], x);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetDerivatives)(fmi2Component c, fmi2Real rates[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2GetDerivatives: not now")) return fmi2Error;
  if (count != FMU_ORDER) return fmi2_refuse(unit, "fmi2GetDerivatives: another number");
  if (fmu_find_rates(&unit->data)) return fmi2_refuse(unit, "there are no accelerations here");
  memcpy(rates, unit->data.v + FMU_RATES, sizeof(double) * count);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetEventIndicators)(fmi2Component c, fmi2Real values[],
                                                    size_t count)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2GetEventIndicators: not now")) return fmi2Error;
  if (count != FMU_EVENTS) return fmi2_refuse(unit, "fmi2GetEventIndicators: another number");
  if (count > 0) memcpy(values, fmu_events(&unit->data), sizeof(double) * count);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2GetContinuousStates: not now")) return fmi2Error;
  if (count != FMU_ORDER) return fmi2_refuse(unit, "fmi2GetContinuousStates: another number");
  memcpy(x, unit->data.v + FMU_X, sizeof(double) * count);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real values[],
                                                               size_t count)
{
  FmuUnit *unit = c;
  if (!fmi2_is_in(unit, FMI2_ALIVE, "fmi2GetNominalsOfContinuousStates: not now")) return fmi2Error;
  for (size_t k = 0; k < count; k++)
    values[k] = 1;
  return fmi2OK;
}

// ---- co-simulation

FMI2_EXPORT fmi2Status FMI2(fmi2SetRealInputDerivatives)(fmi2Component c,
                                                         const fmi2ValueReference references[],
                                                         size_t count, const fmi2Integer orders[],
                                                         const fmi2Real values[])
{
  (void)references, (void)count, (void)orders, (void)values;
  return fmi2_refuse(c, "inputs are held over a step");
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetRealOutputDerivatives)(fmi2Component c,
                                                          const fmi2ValueReference references[],
                                                          size_t count, const fmi2Integer orders[],
                                                          fmi2Real values[])
{
  (void)references, (void)count, (void)orders, (void)values;
  return fmi2_refuse(c, "outputs have no derivatives here");
}

FMI2_EXPORT fmi2Status FMI2(fmi2DoStep)(fmi2Component c, fmi2Real t, fmi2Real h,
                                        fmi2Boolean keeps_none)
{
  FmuUnit *unit = c;
  (void)keeps_none;
  if (!fmi2_is_in(unit, FMU_STEPPING, "fmi2DoStep: not now")) return fmi2Error;
  if (!(h >= 0)) return fmi2_refuse(unit, "fmi2DoStep: the step is not above 0");
  unit->data.v[FMU_TIME] = t;
  fmu_forget(&unit->data);
  if (fmu_go(&unit->data, t + h)) return fmi2_refuse(unit, "the motion does not go on from here");
  return unit->data.is_stopped ? fmi2Discard : fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2CancelStep)(fmi2Component c)
{
  return fmi2_refuse(c, "no step is under way");
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetStatus)(fmi2Component c, const fmi2StatusKind kind,
                                           fmi2Status *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind,
                                               fmi2Real *value)
{
  const FmuUnit *unit = c;
  if (!unit || kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = unit->data.v[FMU_TIME];
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetIntegerStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                  fmi2Integer *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                  fmi2Boolean *value)
{
  const FmuUnit *unit = c;
  if (!unit || kind != fmi2Terminated) return fmi2Discard;
  *value = unit->data.is_stopped;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetStringStatus)(fmi2Component c, const fmi2StatusKind kind,
                                                 fmi2String *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}
