import { z } from 'zod'

/** The same object with every part optional and nullable, and without defaults: a default would clear a part that was not sent. */
export function patchOf(object: z.ZodObject): z.ZodObject {
  const known = patches.get(object) ?? makePatch(object)
  patches.set(object, known)
  return known
}

const patches = new WeakMap<z.ZodObject, z.ZodObject>()

function makePatch(object: z.ZodObject): z.ZodObject {
  const parts = Object.entries(object.shape).map(([name, part]) => {
    const bare = bareOf(part as z.ZodType)
    const inner = bare instanceof z.ZodObject ? patchOf(bare) : bare
    return [name, inner.nullable().optional()] as const
  })
  const patch = z.strictObject(Object.fromEntries(parts))
  const id = object.meta()?.id
  return typeof id === 'string' ? patch.meta({ id: id.replace(/(Data|Input)?$/, 'PatchData') }) : patch
}

function bareOf(part: z.ZodType): z.ZodType {
  const wraps = part instanceof z.ZodDefault || part instanceof z.ZodOptional || part instanceof z.ZodNullable
  return wraps ? bareOf(part.unwrap() as z.ZodType) : part
}

/** The same for a type. */
export type Nulls<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Nulls<Value[Name]> | null | undefined }
    : Value
