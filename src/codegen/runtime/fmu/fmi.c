// fmi.c -- what the interfaces of FMI 2.0 and 3.0 have in common, pasted between fmi2_types.c and
// fmi2.c, or fmi3_types.c and fmi3.c, with NAME replaced by the name of the model. What follows the
// line of dashes is pasted; tools/embed_runtime.py makes text of it.
//
// Names of functions are those of FMI 2.0; fmi3_types.c tells which have another one in 3.0.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- what the versions of the interface have in common

// Is the unit in one of these modes? Otherwise the call is refused.
static int fmi_is_in(FmuUnit *unit, int modes, const char *function)
{
  if (unit && (unit->mode & modes)) return 1;
  fmi_reject(unit, function);
  return 0;
}

enum {
  FMI_MOVING = FMU_AT_EVENT | FMU_CONTINUOUS | FMU_STEPPING,
  FMI_ALIVE = FMU_INSTANTIATED | FMU_INITIALIZING | FMI_MOVING | FMU_TERMINATED
};

// ---- life

// A unit that answers as the first does. NULL: the token is another, or there is no memory.
static FmuUnit *fmi_new(const FmuUnit *first, const char *token, int is_stepper)
{
  if (!token || strcmp(token, fmu_token) != 0) return NULL;
  FmuUnit *unit = fmi_allocate(first);
  if (!unit) return NULL;
  *unit = *first;
  unit->is_stepper = is_stepper;
  unit->mode = FMU_INSTANTIATED;
  fmu_begin(&unit->data);
  return unit;
}

static void fmi_set_up(FmuUnit *unit, int has_tolerance, double tolerance, double start)
{
  if (has_tolerance && tolerance > 0) unit->data.tolerance = tolerance;
  unit->data.v[FMU_TIME] = start;
  fmu_forget(&unit->data);
}

FMI_EXPORT FmiStatus FMI(SetDebugLogging)(void *c, FmiBoolean on, size_t count,
                                          const FmiString categories[])
{
  (void)c, (void)on, (void)count, (void)categories;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(ExitInitializationMode)(void *c)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMU_INITIALIZING, "ExitInitializationMode: not now")) return FMI_ERROR;
  const int failed = fmu_end_start(&unit->data);
  if (failed == FMU_NO_SAMPLES)
    return fmi_reject(unit, "a period is not above 0, or a delay is negative or too long for it");
  if (failed) return fmi_reject(unit, "the start cannot be closed");
  unit->mode = unit->is_stepper ? FMU_STEPPING : FMU_AT_EVENT;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(Terminate)(void *c)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_MOVING, "Terminate: not now")) return FMI_ERROR;
  unit->mode = FMU_TERMINATED;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(Reset)(void *c)
{
  FmuUnit *unit = c;
  if (!unit) return FMI_ERROR;
  fmu_begin(&unit->data);
  unit->mode = FMU_INSTANTIATED;
  return FMI_OK;
}

// ---- states that are kept

FMI_EXPORT FmiStatus FMI(GetFMUstate)(void *c, void **state)
{
  FmuUnit *unit = c;
  if (!unit || !state) return FMI_ERROR;
  if (!*state) *state = fmi_allocate(unit);
  if (!*state) return fmi_reject(unit, "GetFMUstate: out of memory");
  memcpy(*state, unit, sizeof *unit);
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(SetFMUstate)(void *c, void *state)
{
  FmuUnit *unit = c, *kept = state;
  if (!unit || !kept) return FMI_ERROR;
  unit->data = kept->data;
  unit->mode = kept->mode;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(FreeFMUstate)(void *c, void **state)
{
  if (!c || !state) return FMI_ERROR;
  if (*state) fmi_give_back(c, *state);
  *state = NULL;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(SerializedFMUstateSize)(void *c, void *state, size_t *size)
{
  if (!c || !state || !size) return FMI_ERROR;
  *size = FMU_STATE_SIZE;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(SerializeFMUstate)(void *c, void *state, FmiByte bytes[], size_t size)
{
  const FmuUnit *kept = state;
  if (!c || !kept || size < FMU_STATE_SIZE) return fmi_reject(c, "the state does not fit");
  fmu_write_state(&kept->data, kept->mode, bytes);
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(DeSerializeFMUstate)(void *c, const FmiByte bytes[], size_t size,
                                              void **state)
{
  FmuUnit *unit = c;
  if (!unit || !state) return FMI_ERROR;
  FmuUnit made = *unit;
  if (size < FMU_STATE_SIZE || fmu_read_state(&made.data, &made.mode, bytes))
    return fmi_reject(unit, "these bytes are not a state of this unit");
  if (!*state) *state = fmi_allocate(unit);
  if (!*state) return fmi_reject(unit, "out of memory");
  memcpy(*state, &made, sizeof made);
  return FMI_OK;
}

// ---- model exchange

FMI_EXPORT FmiStatus FMI(EnterEventMode)(void *c)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMU_CONTINUOUS | FMU_AT_EVENT, "EnterEventMode: not now")) return FMI_ERROR;
  unit->mode = FMU_AT_EVENT;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(EnterContinuousTimeMode)(void *c)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMU_AT_EVENT, "EnterContinuousTimeMode: not now")) return FMI_ERROR;
  unit->mode = FMU_CONTINUOUS;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(CompletedIntegratorStep)(void *c, FmiBoolean keeps_none,
                                                  FmiBoolean *enters_event, FmiBoolean *terminates)
{
  (void)keeps_none;
  if (!fmi_is_in(c, FMU_CONTINUOUS, "CompletedIntegratorStep: not now")) return FMI_ERROR;
  *enters_event = *terminates = 0;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(SetTime)(void *c, double t)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMU_CONTINUOUS | FMU_AT_EVENT, "SetTime: not now")) return FMI_ERROR;
  unit->data.v[FMU_TIME] = t;
  fmu_forget(&unit->data);
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(SetContinuousStates)(void *c, const double x[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMU_CONTINUOUS, "SetContinuousStates: not now")) return FMI_ERROR;
  if (count != FMU_ORDER) return fmi_reject(unit, "SetContinuousStates: another number");
  fmu_put_state(&unit->data, unit->data.v[FMU_TIME], x);
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(GetContinuousStates)(void *c, double x[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "GetContinuousStates: not now")) return FMI_ERROR;
  if (count != FMU_ORDER) return fmi_reject(unit, "GetContinuousStates: another number");
  memcpy(x, unit->data.v + FMU_X, sizeof(double) * count);
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(GetNominalsOfContinuousStates)(void *c, double values[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "GetNominalsOfContinuousStates: not now")) return FMI_ERROR;
  for (size_t k = 0; k < count; k++)
    values[k] = 1;
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(GetEventIndicators)(void *c, double values[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "GetEventIndicators: not now")) return FMI_ERROR;
  if (count != FMU_EVENTS) return fmi_reject(unit, "GetEventIndicators: another number");
  if (count > 0) memcpy(values, fmu_events(&unit->data), sizeof(double) * count);
  return FMI_OK;
}

FMI_EXPORT FmiStatus FMI(GetDerivatives)(void *c, double rates[], size_t count)
{
  FmuUnit *unit = c;
  if (!fmi_is_in(unit, FMI_ALIVE, "GetDerivatives: not now")) return FMI_ERROR;
  if (count != FMU_ORDER) return fmi_reject(unit, "GetDerivatives: another number");
  if (fmu_find_rates(&unit->data)) return fmi_reject(unit, "there are no accelerations here");
  memcpy(rates, unit->data.v + FMU_RATES, sizeof(double) * count);
  return FMI_OK;
}
