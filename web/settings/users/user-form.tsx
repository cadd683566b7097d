import { useState } from 'react'
import type { UserV2, UserV2PutData } from '../../../sdk/src/types.gen.ts'
import { CheckField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import type { Option } from '../../ui/fields/option.ts'
import { findHoldersOf, ScopesField, type ShownScope } from '../../ui/fields/scopes-field.tsx'
import { useText } from '../text.ts'
import { useGroups } from './use-groups.ts'

type HolderType = NonNullable<UserV2['accountHolderType']>

const holderTypes: readonly HolderType[] = [
  'Agent',
  'ClaimPayee',
  'Dealer',
  'DealerGroup',
  'DisbursementAccount',
  'InspectionCompany',
  'Insurer',
  'LienHolder',
  'RepairFacility',
]
const statuses = ['Active', 'Locked', 'Disabled'] as const

/** The fields of a user and the body that saves them; no body while something needed is missing. */
export function useUserForm(user?: UserV2) {
  const t = useText()
  const [plain, setPlain] = useState({
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    userName: user?.userName ?? '',
  })
  const [status, setStatus] = useState<UserV2['status']>(user?.status ?? 'Active')
  const [needsCodes, setNeedsCodes] = useState(user?.mfaEnabled ?? false)
  const [groupIds, setGroupIds] = useState<readonly number[]>(user?.membershipGroupIds ?? [])
  const [holder, setHolder] = useState(() => holderOf(user))
  const [scopes, setScopes] = useState<readonly ShownScope[]>(
    () => user?.scopes.map((scope) => ({ ...scope, title: String(scope.id) })) ?? [],
  )
  const text = (name: keyof typeof plain) => ({
    label: t(`users.${name}`),
    name: `/${name}`,
    value: plain[name],
    onChange: (value: string) => setPlain({ ...plain, [name]: value }),
  })
  // A user usually signs in with the address.
  const userName = plain.userName.trim() || plain.email.trim()
  const isReady =
    plain.firstName.trim() !== '' &&
    plain.lastName.trim() !== '' &&
    plain.email.trim() !== '' &&
    (holder.type === '' || holder.chosen !== null)
  const body: UserV2PutData = {
    firstName: plain.firstName.trim(),
    lastName: plain.lastName.trim(),
    email: plain.email.trim(),
    userName,
    status,
    accountHolderType: holder.type === '' ? null : holder.type,
    accountHolderId: holder.type !== '' && holder.chosen ? Number(holder.chosen.value) : null,
    membershipGroupIds: groupIds,
    mfaEnabled: needsCodes,
    scopes: scopes.map(({ type, id }) => ({ type, id })),
    ...(user ? { externalIdentity: user.externalIdentity } : {}),
  }
  return {
    body: isReady ? body : undefined,
    fields: (
      <div className="stack">
        <div className="form-grid">
          <TextField {...text('firstName')} isRequired />
          <TextField {...text('lastName')} isRequired />
          <TextField {...text('email')} type="email" isRequired />
          <TextField {...text('userName')} hint={t('users.userNameHint')} />
          {user ? (
            <SelectField
              label={t('users.status')}
              name="/status"
              value={status}
              isRequired
              options={statuses.map((one) => ({ value: one, title: t(`userStatus.${one}`) }))}
              onChange={(chosen) => setStatus(chosen as UserV2['status'])}
            />
          ) : null}
        </div>
        <GroupsField value={groupIds} onChange={setGroupIds} />
        <div className="form-grid">
          <SelectField
            label={t('users.worksFor')}
            name="/accountHolderType"
            value={holder.type}
            emptyTitle={t('users.office')}
            options={holderTypes.map((type) => ({ value: type, title: t(`holder.${type}`) }))}
            onChange={(type) => setHolder({ type: type as HolderType | '', chosen: null })}
          />
          {holder.type === '' ? null : (
            <LookupField
              key={holder.type}
              label={t(`holder.${holder.type}`)}
              name="/accountHolderId"
              value={holder.chosen}
              isRequired
              onChange={(chosen) => setHolder({ ...holder, chosen })}
              search={(typed, signal) => findHoldersOf(holder.type as HolderType, typed, signal)}
            />
          )}
        </div>
        <ScopesField value={scopes} onChange={setScopes} />
        <CheckField
          label={t('users.needsCodes')}
          name="/mfaEnabled"
          hint={t('users.needsCodesHint')}
          value={needsCodes}
          onChange={setNeedsCodes}
        />
      </div>
    ),
  }
}

interface Holder {
  readonly type: HolderType | ''
  readonly chosen: Option | null
}

/** The service answers the id of the account holder alone. */
function holderOf(user: UserV2 | undefined): Holder {
  if (!user?.accountHolderType || user.accountHolderId === null) return { type: '', chosen: null }
  const id = String(user.accountHolderId)
  return { type: user.accountHolderType, chosen: { value: id, title: id } }
}

interface GroupsProps {
  readonly value: readonly number[]
  readonly onChange: (value: readonly number[]) => void
}

function GroupsField({ value, onChange }: GroupsProps) {
  const t = useText()
  const groups = useGroups()
  return (
    <fieldset className="fieldset settings-groups" data-field="/membershipGroupIds">
      <legend>{t('users.groups')}</legend>
      {groups.map(({ id, name, description }) => (
        <CheckField
          key={id}
          label={name}
          hint={description}
          value={value.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  )
}
