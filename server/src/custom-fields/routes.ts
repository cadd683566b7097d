import type { CustomFieldOwnerType } from '../domain/custom-fields/custom-fields.ts'
import { type Route, route } from '../http/route.ts'
import { fieldList, fieldSearch, loadField, setFieldModel } from './fields.ts'
import type { CustomFieldOwner } from './owner.ts'
import { changeField, type FieldPlace, lockField, removeField, setField } from './save-fields.ts'
import { customFieldShapes } from './schemas.ts'

/** The five operations on the custom fields of one type of record. */
export function customFieldRoutes(owner: CustomFieldOwner): Route[] {
  const { tag, idName } = owner
  const shapes = customFieldShapes(owner.type)
  const path = `${owner.path}/customfields`
  const onePath = `${path}/{fieldId}`
  const subject = onePath.slice(1)
  const noun = withArticle(owner.type)
  // The name of the id differs from owner to owner, so its type is not known here.
  const placeIn = (params: object): FieldPlace => {
    const { [idName]: ownerId = 0, fieldId = 0 } = params as Readonly<Record<string, number>>
    return { ownerId, fieldId }
  }
  return [
    route.list({
      path,
      tag,
      summary: `List the custom fields of ${noun}, set or not`,
      permission: owner.read,
      form: 'array',
      row: shapes.row,
      search: fieldSearch,
      async list({ db, caller, params }) {
        const { ownerId } = placeIn(params)
        await owner.requireOwner(db, caller, ownerId)
        return fieldList(owner, ownerId)
      },
    }),
    route.write({
      method: 'POST',
      path,
      tag,
      summary: `Set a custom field of ${noun}`,
      permission: owner.write,
      problems: ['FieldExists', 'FieldInvalid'],
      body: shapes.create,
      answer: shapes.one,
      status: 201,
      subject,
      location: `/${subject}`,
      handler: ({ tx, params, body, ...acting }) =>
        setField(tx, acting, owner, placeIn(params).ownerId, body),
    }),
    route.read({
      path: onePath,
      tag,
      summary: `Read a custom field of ${noun} that is set`,
      permission: owner.read,
      answer: shapes.one,
      async handler({ db, caller, params }) {
        const { ownerId, fieldId } = placeIn(params)
        await owner.requireOwner(db, caller, ownerId)
        return setFieldModel(await loadField(db, { type: owner.type, id: ownerId }, fieldId))
      },
    }),
    route.write({
      method: 'PATCH',
      path: onePath,
      tag,
      summary: `Change a custom field of ${noun} that is set`,
      permission: owner.write,
      problems: ['FieldInvalid'],
      body: shapes.edit,
      answer: shapes.one,
      subject,
      current: async ({ tx, caller, params }) =>
        setFieldModel(await lockField(tx, caller, owner, placeIn(params))),
      handler: ({ tx, params, body, ...acting }) =>
        changeField(tx, acting, owner, placeIn(params), body.value),
    }),
    route.write({
      method: 'DELETE',
      path: onePath,
      tag,
      summary: `Remove a custom field of ${noun} that is not required`,
      permission: owner.write,
      problems: ['FieldRequired'],
      subject,
      model: shapes.one,
      current: async ({ tx, caller, params }) =>
        setFieldModel(await lockField(tx, caller, owner, placeIn(params))),
      handler: ({ tx, params, ...acting }) => removeField(tx, acting, owner, placeIn(params)),
    }),
  ]
}

/** `Agent` becomes `an agent`, `DealerGroup` becomes `a dealer group`. */
function withArticle(type: CustomFieldOwnerType): string {
  const words = type.replaceAll(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
}
