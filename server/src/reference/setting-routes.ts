import { z } from 'zod'
import { settingGroups, settingTypes } from '../domain/settings.ts'
import { type Route, route } from '../http/route.ts'
import { changeSetting, lockSetting, readSetting, settingList, settingSearch } from './settings.ts'

const tag = 'GeneralSettings'

const GeneralSetting = z
  .object({
    id: z.int(),
    groupId: z.int(),
    key: z.string(),
    name: z.string(),
    type: z.enum(settingTypes),
    value: z.unknown().describe('The JSON type depends on `type`. Null if there is no value and no default.'),
    defaultValue: z.unknown(),
    scope: z.enum(['Global', 'AdminCompany', 'Product']),
    description: z.string(),
  })
  .meta({ id: 'GeneralSetting' })

const GeneralSettingSearchResult = z
  .object({
    id: z.int(),
    key: z.string(),
    value: z.unknown(),
    groupName: z.string(),
    type: z.enum(settingTypes),
  })
  .meta({ id: 'GeneralSettingSearchResult' })

const GeneralSettingGroup = z
  .object({ id: z.int(), code: z.string(), name: z.string() })
  .meta({ id: 'GeneralSettingGroup' })

const SettingChange = z
  .strictObject({
    value: z.unknown().refine((value) => value !== undefined, { params: { code: 'Required' } }),
  })
  .meta({ id: 'GeneralSettingEditData', example: { value: 45 } })

/** The settings of an administrator. */
export const settingRoutes: readonly Route[] = [
  route.list({
    path: '/generalsettings',
    tag,
    summary: 'List the settings with their values',
    permission: 'settings:read',
    form: 'array',
    row: GeneralSettingSearchResult,
    search: settingSearch,
    list: () => settingList,
  }),
  route.read({
    path: '/generalsettings/settinggroups',
    tag,
    summary: 'List the groups of settings',
    permission: 'signed-in',
    answer: z.array(GeneralSettingGroup),
    pages: ['id', 'code', 'name'],
    handler: async () => [...settingGroups],
  }),
  route.read({
    path: '/generalsettings/settingtypes',
    tag,
    summary: 'List the types of settings',
    permission: 'signed-in',
    answer: z.array(z.enum(settingTypes)),
    pages: ['value'],
    handler: async () => [...settingTypes],
  }),
  route.read({
    path: '/generalsettings/{generalSettingId}',
    tag,
    summary: 'Read a setting',
    permission: 'settings:read',
    answer: GeneralSetting,
    handler: ({ db, caller, params }) => readSetting(db, caller, params.generalSettingId),
  }),
  route.write({
    method: 'PATCH',
    path: '/generalsettings/{generalSettingId}',
    tag,
    summary: 'Change a setting, or reset it to its default with null; it takes effect at once',
    permission: 'settings:write',
    body: SettingChange,
    answer: GeneralSetting,
    subject: 'generalsettings/{id}',
    problems: ['SettingInvalid'],
    current: ({ tx, caller, params }) => lockSetting(tx, caller, params.generalSettingId),
    handler: ({ tx, params, body, ...acting }) =>
      changeSetting(tx, acting, params.generalSettingId, body.value),
  }),
]
