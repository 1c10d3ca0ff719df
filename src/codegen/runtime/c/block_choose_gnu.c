// block_choose_gnu.c -- pasted into generated C that needs it, with NAME replaced by the name of the model.
// What follows the line of dashes is pasted; tools/embed_runtime.py makes text of it.
// SPDX-License-Identifier: MIT
// ---- pasted from here
// Lane by lane: a where the comparison holds, b elsewhere.
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
typedef __typeof__((NAME_block){ 0 } < (NAME_block){ 0 }) NAME_mask;
static inline NAME_block NAME_choose(NAME_mask holds, NAME_block a, NAME_block b)
{
  return (NAME_block)((holds & (NAME_mask)a) | (~holds & (NAME_mask)b));
}
#else
static inline NAME_block NAME_choose(int holds, NAME_block a, NAME_block b)
{
  return holds ? a : b;
}
#endif
