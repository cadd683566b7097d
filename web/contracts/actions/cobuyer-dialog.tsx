import { useState } from 'react'
import type { Person } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useText } from '../text.ts'
import type { ActionProps } from './action-props.ts'
import { type PersonDraft, PersonFields, personOf } from './person-fields.tsx'

/** Adds the second buyer, or removes the one there is. A contract has at most one. */
export function CobuyerDialog(props: ActionProps) {
  const { cobuyer } = props.contract
  return cobuyer ? <RemoveCobuyer {...props} cobuyer={cobuyer} /> : <AddCobuyer {...props} />
}

function AddCobuyer({ contract, onClose }: ActionProps) {
  const t = useText()
  const [draft, setDraft] = useState<PersonDraft>({})
  const body = personOf(draft, false)
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('cobuyer.title')}
      operation="POST /contracts/{contractId}/cobuyer"
      options={body && { path: { contractId: contract.id }, body }}
      fields={
        <>
          <p>{t('cobuyer.explain')}</p>
          <PersonFields at="" value={draft} onChange={setDraft} isAddressRequired={false} />
        </>
      }
      mainTitle={() => t('cobuyer.add')}
      doneText={t('cobuyer.added')}
    />
  )
}

/** Without an ETag: that of a contract is not the one of its cobuyer, which is not read by itself. */
function RemoveCobuyer({ contract, onClose, cobuyer }: ActionProps & { readonly cobuyer: Person }) {
  const t = useText()
  const name = [cobuyer.firstName, cobuyer.lastName].filter(Boolean).join(' ') || (cobuyer.companyName ?? '')
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('cobuyer.title')}
      operation="DELETE /contracts/{contractId}/cobuyer"
      options={{ path: { contractId: contract.id } }}
      fields={<p>{t('cobuyer.has', { name })}</p>}
      mainTitle={() => t('cobuyer.remove', { name })}
      doneText={t('cobuyer.removed')}
    />
  )
}
