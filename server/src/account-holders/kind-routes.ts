import { type Route, route } from '../http/route.ts'
import { hasCustomFields } from './custom-fields-field.ts'
import { type HolderContext, loadHolder, lockHolder } from './holders.ts'
import type { Kind } from './kinds.ts'
import { changeHolder, createHolder } from './save-holders.ts'
import type { Seals } from './seals.ts'
import { holderList, kindSearch } from './search.ts'
import { answerShape, createShape, patchShape, rowShape } from './shapes.ts'

/** The four operations of every kind of account holder. */
export function kindRoutes(kind: Kind, seals: Seals): Route[] {
  const { path, idName, tag, noun } = kind
  const context: HolderContext = { kind, seals }
  const onePath = `${path}/{${idName}}`
  const answer = answerShape(kind)
  const idIn = (params: Readonly<Record<string, number>>) => params[idName] as number
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a'
  const refusals = [
    'UnknownReference',
    'AccountInactive',
    'DateRangeInvalid',
    ...(hasCustomFields(kind) ? (['FieldInvalid'] as const) : []),
  ] as const
  const hasHierarchy = Object.values(kind.fields).some(({ isParent }) => isParent)
  const changeRefusals = [
    // A payment method that a batch names cannot be removed.
    'InUse',
    ...(hasHierarchy ? (['HierarchyCycle'] as const) : []),
    ...(hasCustomFields(kind) ? (['FieldRequired'] as const) : []),
  ] as const
  return [
    route.list({
      path,
      tag,
      summary: `List ${noun.replace(/y$/, 'ie')}s`,
      permission: 'accountholders:read',
      ...(kind.firstList ?? { form: 'array' as const }),
      row: rowShape(kind),
      search: kindSearch(kind),
      list: ({ caller }) => holderList(kind, caller, seals) as never,
    }),
    route.write({
      method: 'POST',
      path,
      tag,
      summary: `Create ${article} ${noun}`,
      permission: 'accountholders:write',
      problems: ['DuplicateNumber', ...refusals],
      body: createShape(kind),
      answer,
      status: 201,
      subject: 'accountholders/{id}',
      location: `${path}/{id}`,
      handler: ({ tx, body, ...acting }) => createHolder(tx, acting, context, body) as never,
    }),
    route.read({
      path: onePath,
      tag,
      summary: `Read ${article} ${noun}`,
      permission: 'accountholders:read',
      answer,
      handler: ({ db, caller, params }) => loadHolder(db, context, caller, idIn(params)) as never,
    }),
    route.write({
      method: 'PATCH',
      path: onePath,
      tag,
      summary: `Change ${article} ${noun}`,
      permission: 'accountholders:write',
      problems: ['DuplicateNumber', ...refusals, ...changeRefusals],
      body: patchShape(kind),
      answer,
      subject: 'accountholders/{id}',
      current: ({ tx, caller, params }) => lockHolder(tx, context, caller, idIn(params)) as never,
      handler: ({ tx, params, body, ...acting }) =>
        changeHolder(tx, acting, context, { id: idIn(params), patch: body }) as never,
    }),
  ]
}
