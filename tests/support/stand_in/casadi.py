# SPDX-License-Identifier: MIT
"""As much of CasADi as generated code uses: symbols that remember how they were computed, functions
of them, and external functions by CasADi's interface of C. It differentiates nothing.

Dimensions, and which arguments a call takes, are checked as CasADi does: what passes here is not
known to pass there, what fails here would fail there."""
import ctypes
import math

nan, inf = math.nan, math.inf


class Node:
    """A number to come: an operation on others, or None for a symbol."""

    def __init__(self, operation=None, arguments=()):
        self.operation, self.arguments = operation, arguments

    def value(self, known):
        if self not in known:
            known[self] = self.operation(*(node.value(known) for node in self.arguments))
        return known[self]


class Matrix:
    """Entries column by column, all dense."""

    def __init__(self, entries, rows=1, columns=1):
        if isinstance(entries, Matrix):
            entries, rows, columns = entries.entries, *entries.shape
        elif not isinstance(entries, list):
            number = float(entries)
            entries = [Node(lambda: number)]
        assert len(entries) == rows * columns
        self.entries, self.shape = entries, (rows, columns)

    @classmethod
    def sym(cls, _, rows=1, columns=1):
        return cls([Node() for _ in range(rows * columns)], rows, columns)

    def __getitem__(self, place):
        i, j = place if isinstance(place, tuple) else (place, 0)
        rows, columns = self.shape
        if not (0 <= i < rows and 0 <= j < columns):
            raise IndexError(f"there is no entry {place} of {self.shape}")
        return type(self)([self.entries[j * rows + i]])

    @property
    def T(self):
        rows, columns = self.shape
        return type(self)([self.entries[j * rows + i] for i in range(rows)
                           for j in range(columns)], columns, rows)

    def __float__(self):
        assert self.shape == (1, 1)
        return self.entries[0].value({})

    def __bool__(self):
        raise TypeError("a symbol is neither true nor false")

    def __neg__(self):
        return operation(lambda x: -x, self)

    def __add__(self, other):
        return operation(lambda x, y: x + y, self, other)

    def __radd__(self, other):
        return operation(lambda x, y: x + y, other, self)

    def __sub__(self, other):
        return operation(lambda x, y: x - y, self, other)

    def __rsub__(self, other):
        return operation(lambda x, y: x - y, other, self)

    def __mul__(self, other):
        return operation(lambda x, y: x * y, self, other)

    def __rmul__(self, other):
        return operation(lambda x, y: x * y, other, self)

    def __truediv__(self, other):
        return operation(quotient, self, other)

    def __rtruediv__(self, other):
        return operation(quotient, other, self)

    def __lt__(self, other):
        return operation(lambda x, y: float(x < y), self, other)

    def __le__(self, other):
        return operation(lambda x, y: float(x <= y), self, other)

    def __gt__(self, other):
        return operation(lambda x, y: float(x > y), self, other)

    def __ge__(self, other):
        return operation(lambda x, y: float(x >= y), self, other)

    def __eq__(self, other):
        return operation(lambda x, y: float(x == y), self, other)

    def __ne__(self, other):
        return operation(lambda x, y: float(x != y), self, other)

    __hash__ = None


class DM(Matrix):
    pass


class SX(Matrix):
    pass


class MX(Matrix):
    pass


def quotient(x, y):
    if y != 0:
        return x / y
    return nan if x == 0 or x != x else math.copysign(inf, x) * math.copysign(1, y)


def operation(function, *arguments):
    kinds = {type(a) for a in arguments if isinstance(a, Matrix)} - {DM}
    assert len(kinds) <= 1, "SX and MX do not mix"
    kind = kinds.pop() if kinds else DM
    arguments = [a if isinstance(a, Matrix) else DM(a) for a in arguments]
    assert all(a.shape == (1, 1) for a in arguments), "scalars alone"
    return kind([Node(function, [a.entries[0] for a in arguments])])


def real(function):
    """NaN where there is no real number."""
    def whole(*numbers):
        try:
            return function(*numbers)
        except (ValueError, OverflowError):
            return nan

    def made(*arguments):
        return operation(whole, *arguments)
    return made


sqrt, sin, cos, tan, asin, acos = map(real, (math.sqrt, math.sin, math.cos, math.tan, math.asin, math.acos))
atan, atan2, exp, log, sinh, cosh = map(real, (math.atan, math.atan2, math.exp, math.log, math.sinh, math.cosh))
tanh, fabs, floor, power = map(real, (math.tanh, math.fabs, lambda x: float(math.floor(x)), math.pow))
sign = real(lambda x: float((x > 0) - (x < 0)))
fmin = real(lambda x, y: y if x != x or y < x else x)
fmax = real(lambda x, y: y if x != x or y > x else x)
logic_and = real(lambda x, y: float(x != 0 and y != 0))
logic_not = real(lambda x: float(x == 0))
if_else = real(lambda condition, x, y: x if condition != 0 else y)


def vertcat(*parts):
    parts = [part if isinstance(part, Matrix) else DM(part) for part in parts]
    assert all(part.shape == (1, 1) for part in parts)
    kinds = {type(part) for part in parts} - {DM}
    kind = kinds.pop() if kinds else DM
    return kind([part.entries[0] for part in parts], len(parts), 1)


def reshape(matrix, rows, columns):
    return type(matrix)(matrix.entries, rows, columns)


def numbers_of(argument, shape):
    entries = list(argument) if isinstance(argument, (list, tuple)) else [argument]
    assert len(entries) == shape[0] * shape[1], f"{len(entries)} numbers for {shape}"
    return [float(entry) for entry in entries]


class Function:
    def __init__(self, name, inputs, outputs, names_in, names_out):
        assert len(inputs) == len(names_in) and len(outputs) == len(names_out)
        assert len({*names_in, *names_out}) == len(names_in) + len(names_out), "names occur once"
        assert name.isidentifier() and not name.startswith("_")
        assert len({type(m) for m in (*inputs, *outputs)}) == 1, "SX and MX do not mix"
        self.inputs, self.outputs, self.name = inputs, outputs, name
        self.names_in, self.names_out = names_in, names_out

    def call(self, arguments):
        assert len(arguments) == len(self.inputs)
        known = {}
        for symbols, argument in zip(self.inputs, arguments):
            known.update(zip(symbols.entries, numbers_of(argument, symbols.shape)))
        return [DM([entry_of(node.value(known)) for node in output.entries], *output.shape)
                for output in self.outputs]


def entry_of(number):
    return Node(lambda: number)


class External:
    """What casadi.external() gives: by NAME, NAME_n_in, NAME_sparsity_in, NAME_work, ..."""

    def __init__(self, name, library):
        self.name, self.library = name, ctypes.CDLL(library)
        self.function("incref", None)()
        self.names_in = [self.text("name_in", i) for i in range(self.number("n_in"))]
        self.names_out = [self.text("name_out", i) for i in range(self.number("n_out"))]
        self.shapes_in = [self.shape("sparsity_in", i) for i in range(len(self.names_in))]
        self.shapes_out = [self.shape("sparsity_out", i) for i in range(len(self.names_out))]

    def function(self, ending, kind):
        found = getattr(self.library, f"{self.name}_{ending}")
        found.restype = kind
        return found

    def number(self, ending):
        return self.function(ending, ctypes.c_longlong)()

    def text(self, ending, i):
        return self.function(ending, ctypes.c_char_p)(ctypes.c_longlong(i)).decode()

    def shape(self, ending, i):
        found = self.function(ending, ctypes.POINTER(ctypes.c_longlong))(ctypes.c_longlong(i))
        assert found[2] == 1, "dense"
        return found[0], found[1]

    def call(self, arguments, wanted=None):
        """With None for an argument that is not given, and for a result that is not wanted."""
        sizes = [ctypes.c_longlong() for _ in range(4)]
        assert self.function("work", ctypes.c_int)(*map(ctypes.byref, sizes)) == 0
        sz_arg, sz_res, sz_iw, sz_w = (size.value for size in sizes)
        pointer = ctypes.POINTER(ctypes.c_double)
        arg, res = (pointer * sz_arg)(), (pointer * sz_res)()
        kept = []
        for i, (argument, shape) in enumerate(zip(arguments, self.shapes_in)):
            if argument is not None:
                kept.append((ctypes.c_double * max(1, shape[0] * shape[1]))(
                    *numbers_of(argument, shape)))
                arg[i] = kept[-1]
        results = [(ctypes.c_double * (rows * columns))() for rows, columns in self.shapes_out]
        for i, result in enumerate(results):
            if wanted is None or wanted[i]:
                res[i] = result
        w = (ctypes.c_double * (sz_w + 1))(*[nan] * sz_w, 1980)
        iw = (ctypes.c_longlong * (sz_iw + 1))()
        mem = self.function("checkout", ctypes.c_int)()
        assert getattr(self.library, self.name)(arg, res, iw, w, ctypes.c_int(mem)) == 0
        self.function("release", None)(ctypes.c_int(mem))
        assert w[sz_w] == 1980, "more work was used than was asked for"
        return [DM([entry_of(number) for number in result], *shape)
                for result, shape in zip(results, self.shapes_out)]


external = External
