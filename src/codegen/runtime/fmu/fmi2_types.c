// fmi2_types.c -- types of FMI 2.0, and the unit, pasted behind fmu.c with NAME replaced by the
// name of the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text
// of it.
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

// How fmi.c calls them.
#define FMI(function) FMI2(fmi2##function)
#define FMI_EXPORT FMI2_EXPORT
#define FMI_OK fmi2OK
#define FMI_ERROR fmi2Error
typedef fmi2Status FmiStatus;
typedef fmi2Boolean FmiBoolean;
typedef fmi2String FmiString;
typedef fmi2Byte FmiByte;

typedef struct FmuUnit {
  FmuData data;
  FmuMode mode;
  int is_stepper;  // co-simulation
  fmi2CallbackFunctions callbacks;
  char name[64];
} FmuUnit;

static fmi2Status fmi_reject(FmuUnit *unit, const char *what)
{
  if (unit && unit->callbacks.logger) {
    unit->callbacks.logger(unit->callbacks.componentEnvironment, unit->name, fmi2Error,
                           "logStatusError", "%s", what);
  }
  return fmi2Error;
}

static FmuUnit *fmi_allocate(const FmuUnit *unit)
{
  return unit->callbacks.allocateMemory ? unit->callbacks.allocateMemory(1, sizeof *unit)
                                        : calloc(1, sizeof *unit);
}

static void fmi_give_back(const FmuUnit *unit, void *memory)
{
  if (unit->callbacks.freeMemory) {
    unit->callbacks.freeMemory(memory);
  } else {
    free(memory);
  }
}
