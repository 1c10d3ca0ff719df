// fmi3_types.c -- types of FMI 3.0, and the unit, pasted behind fmu.c with NAME replaced by the
// name of the model. What follows the line of dashes is pasted; tools/embed_runtime.py makes text
// of it.
//
// Types and functions are those of "Functional Mock-up Interface Specification", 3.0.1.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// ---- the interface of FMI 3.0

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;
typedef enum {
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean *,
                                               fmi3Float64 *);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

// Linked statically, each function has the prefix that the compiler is given.
#if defined(FMI3_FUNCTION_PREFIX) && !defined(FMI3_OVERRIDE_FUNCTION_PREFIX)
#define FMI3_PASTE(a, b) a##b
#define FMI3_PASTED(a, b) FMI3_PASTE(a, b)
#define FMI3(function) FMI3_PASTED(FMI3_FUNCTION_PREFIX, function)
#else
#define FMI3(function) function
#endif
#ifdef _WIN32
#define FMI3_EXPORT __declspec(dllexport)
#else
#define FMI3_EXPORT
#endif

// How fmi.c calls them.
#define FMI(function) FMI3(fmi3##function)
#define FMI_EXPORT FMI3_EXPORT
#define FMI_OK fmi3OK
#define FMI_ERROR fmi3Error
typedef fmi3Status FmiStatus;
typedef fmi3Boolean FmiBoolean;
typedef fmi3String FmiString;
typedef fmi3Byte FmiByte;
// What has another name than in FMI 2.0.
#define fmi3GetDerivatives fmi3GetContinuousStateDerivatives
#define fmi3GetFMUstate fmi3GetFMUState
#define fmi3SetFMUstate fmi3SetFMUState
#define fmi3FreeFMUstate fmi3FreeFMUState
#define fmi3SerializedFMUstateSize fmi3SerializedFMUStateSize
#define fmi3SerializeFMUstate fmi3SerializeFMUState
#define fmi3DeSerializeFMUstate fmi3DeserializeFMUState

typedef struct FmuUnit {
  FmuData data;
  FmuMode mode;
  int is_stepper;  // co-simulation
  fmi3LogMessageCallback log;
  fmi3InstanceEnvironment environment;
} FmuUnit;

static fmi3Status fmi_reject(FmuUnit *unit, const char *what)
{
  if (unit && unit->log) unit->log(unit->environment, fmi3Error, "logStatusError", what);
  return fmi3Error;
}

static FmuUnit *fmi_allocate(const FmuUnit *unit) { return calloc(1, sizeof *unit); }

static void fmi_give_back(const FmuUnit *unit, void *memory)
{
  (void)unit;
  free(memory);
}
