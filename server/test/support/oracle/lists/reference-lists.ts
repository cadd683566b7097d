import { settings } from '../../../../src/domain/settings.ts'
import { lists as reasonLists } from '../../../../src/reference/lists.ts'
import { inUse } from './cancel-methods.ts'
import type { Meaning, NaiveList, NaiveRow } from './lists.ts'
import { anyId, idOf, many, never, rowsIn } from './meanings.ts'
import type { Raw, World } from './world.ts'

const fitsType = (v: Raw | undefined, value: unknown) => {
  const codes = many(v, 'product_type_codes')
  return codes.length === 0 || codes.includes(String(value).toUpperCase())
}

const productTypeCode: Meaning = {
  values: ({ v }) => [...many(v, 'product_type_codes'), 'VSC'],
  matches: ({ v }, value) => fitsType(v, value),
}

const values = (list: string, where: NaiveList['where'] = { productTypeCode }): NaiveList => ({
  rows: (world) => rowsIn(world, 'reference_value', (v) => v.list === list).map((v) => ({ v })),
  id: idOf('v'),
  where,
})

const detail = (row: Raw | undefined, name: string) => (row?.details as Raw | undefined)?.[name] ?? null
const details = (row: Raw | undefined, name: string) => many(row?.details as Raw | undefined, name)

const complaintParts = (list: string): NaiveList => {
  const parents = ({ v }: NaiveRow, world: World) =>
    world
      .all('complaint_cause_correction')
      .flatMap((k) => [
        ...(k.cause_id === v?.id ? [k.complaint_id] : []),
        ...(k.correction_id === v?.id ? [k.cause_id] : []),
      ])
  return {
    rows: (world) => {
      const [t = {}] = rowsIn(
        world,
        'reference_value',
        (type) => type.list === 'CCCType' && type.code === list.toUpperCase(),
      )
      return rowsIn(world, 'reference_value', (v) => v.list === list).map((v) => ({ v, t }))
    },
    id: idOf('v'),
    columns: {
      "v.details ->> 'categoryCode'": ({ v }) => detail(v, 'categoryCode'),
      'v.code || chr(10) || v.name': ({ v }) => `${v?.code}\n${v?.name}`,
    },
    where: {
      productTypeCode: {
        ...productTypeCode,
        matches: ({ v }, value) =>
          fitsType(v, value) && !details(v, 'notFor').includes(String(value).toUpperCase()),
      },
      parentId: anyId(parents),
    },
  }
}

const combinationKey = (...ids: unknown[]) => ids.join(' ')

const combinations: NaiveList = {
  rows: (world) =>
    world.all('complaint_cause_correction').map((k) => ({
      k,
      complaint: world.one('reference_value', k.complaint_id),
      cause: world.one('reference_value', k.cause_id),
      correction: world.one('reference_value', k.correction_id),
    })),
  id: idOf('k'),
  shown: {
    in: (row) => combinationKey(row.complaintId, row.causeId, row.correctionId),
    of: ({ k }) => combinationKey(k?.complaint_id, k?.cause_id, k?.correction_id),
  },
  columns: { "complaint.details ->> 'categoryCode'": ({ complaint }) => detail(complaint, 'categoryCode') },
  where: {
    productTypeCode: {
      values: ({ k }) => [...many(k, 'product_type_codes'), ...many(k, 'excluded_for'), 'VSC'],
      matches: ({ k }, value) =>
        fitsType(k, value) && !many(k, 'excluded_for').includes(String(value).toUpperCase()),
    },
  },
}

const requestedBy: Meaning = {
  values: ({ v }) => details(v, 'requestedBy'),
  matches: ({ v }, value) => details(v, 'requestedBy').includes(value),
}
const cancelReasons = values('CancelReason', { productTypeCode, requestedBy })
const cancelMethods = values('CancelMethod', inUse)

const settingList: NaiveList = {
  rows: () => settings.map(({ id, groupId, key, scope }) => ({ d: { id, group_id: groupId, key, scope } })),
  id: idOf('d'),
  // No setting belongs to one product.
  where: { productId: never },
}

const cancelRules: NaiveList = {
  rows: (world) => world.all('cancel_rule').flatMap((r) => (r.is_active === true ? [{ r }] : [])),
  id: idOf('r'),
  isForbidden: ({ scopes }) => scopes.length > 0,
  where: {
    productTypeCode: {
      values: ({ r }) => [...(r?.product_type_codes === null ? [] : many(r, 'product_type_codes')), 'VSC'],
      matches: ({ r }, value) =>
        r?.product_type_codes === null || many(r, 'product_type_codes').includes(String(value).toUpperCase()),
    },
  },
}

/** By the paths that the lists are declared with. */
export const referenceLists: Readonly<Record<string, NaiveList>> = {
  ...Object.fromEntries(reasonLists.map(({ path, list }) => [path, values(list)])),
  '/cancelreasons': cancelReasons,
  '/v2/cancelreasons': cancelReasons,
  '/cancelmethods': cancelMethods,
  '/v2/cancelmethods': cancelMethods,
  '/claims/complaints': complaintParts('Complaint'),
  '/claims/causes': complaintParts('Cause'),
  '/claims/corrections': complaintParts('Correction'),
  '/claims/complaintcausecorrections': combinations,
  '/generalsettings': settingList,
  '/cancelrules': cancelRules,
}
