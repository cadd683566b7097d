import { useState } from 'react'
import type { CancelRequest, NewCancelRequestOverrideData } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { MoneyField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type Method, methods, useWords } from '../words.ts'

interface Draft {
  readonly method: Method | ''
  readonly grossRefund: number | undefined
  readonly claimsDeduction: number | undefined
  readonly cancelFee: number | undefined
  readonly netRefund: number | undefined
  readonly refundPayer: '' | 'Administrator' | 'Dealer'
  readonly payee: '' | 'Customer' | 'LienHolder' | 'Dealer'
  readonly reason: string
}

interface OverrideDialogProps {
  readonly request: CancelRequest
  readonly etag: string | undefined
  /** A method that was chosen among the alternatives. */
  readonly method?: Method | '' | undefined
  readonly onClose: () => void
}

const payers = ['Administrator', 'Dealer'] as const
const payees = ['Customer', 'LienHolder', 'Dealer'] as const
const amounts = ['grossRefund', 'claimsDeduction', 'cancelFee', 'netRefund'] as const

function firstDraft({ override }: CancelRequest, method: Method | '' | undefined): Draft {
  return {
    method: method || (methods.find((one) => one === override?.cancelMethodCode) ?? ''),
    grossRefund: override?.grossRefund ?? undefined,
    claimsDeduction: override?.claimsDeduction ?? undefined,
    cancelFee: override?.cancelFee ?? undefined,
    netRefund: override?.netRefund ?? undefined,
    refundPayer: override?.refundPayer ?? '',
    payee: payees.find((one) => one === override?.payee?.type) ?? '',
    reason: override?.reason ?? '',
  }
}

/** What is sent. Undefined until there is a reason and something to set. */
function overrideOf(draft: Draft): NewCancelRequestOverrideData | undefined {
  const { method, refundPayer, payee, reason } = draft
  const set = {
    ...(method === '' ? {} : { cancelMethodCode: method }),
    ...(draft.grossRefund === undefined ? {} : { grossRefund: draft.grossRefund }),
    ...(draft.claimsDeduction === undefined ? {} : { claimsDeduction: draft.claimsDeduction }),
    ...(draft.cancelFee === undefined ? {} : { cancelFee: draft.cancelFee }),
    ...(draft.netRefund === undefined ? {} : { netRefund: draft.netRefund }),
    ...(refundPayer === '' ? {} : { refundPayer }),
    ...(payee === '' ? {} : { payee: { type: payee } }),
  }
  if (reason.trim() === '' || Object.keys(set).length === 0) return undefined
  return { reason: reason.trim(), ...set }
}

/** Sets figures by hand, with a reason. The figures by the rule stay beside them. */
export function OverrideDialog({ request, etag, method, onClose }: OverrideDialogProps) {
  const t = useText()
  const format = useFormat()
  const [draft, setDraft] = useState(() => firstDraft(request, method))
  const override = overrideOf(draft)
  const byRule = request.override?.computed ?? request.calculation
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={t('override.title')}
      operation="POST /v2/cancelrequests/{identifier}"
      options={
        override && {
          path: { identifier: request.number },
          body: { action: 'Update', override },
          ifMatch: etag,
        }
      }
      doneText={t('override.saved')}
      hidesEffects
      fields={<OverrideFields draft={draft} onChange={setDraft} />}
      summary={({ calculation }) => (
        <table className="cancellations-compare" aria-label={t('override.compare')}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('override.byRule')}</th>
              <th scope="col">{t('override.byHand')}</th>
            </tr>
          </thead>
          <tbody>
            {[...amounts, 'totalRefund' as const].map((name) => (
              <tr key={name}>
                <th scope="row">{t(`figure.${name}`)}</th>
                <td>{format.money(byRule?.[name])}</td>
                <td className={byRule?.[name] === calculation?.[name] ? undefined : 'cancellations-differs'}>
                  {format.money(calculation?.[name])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      mainTitle={(data) =>
        data?.calculation
          ? t('override.save', { amount: format.money(data.calculation.totalRefund) })
          : t('override.saveFirst')
      }
    />
  )
}

function OverrideFields({
  draft,
  onChange,
}: {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}) {
  const t = useText()
  const words = useWords()
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  return (
    <div className="cancellations-fields">
      <SelectField
        name="/override/cancelMethodCode"
        label={t('override.method')}
        value={draft.method}
        onChange={(value) => set({ method: methods.find((one) => one === value) ?? '' })}
        emptyTitle={t('alternatives.byRule')}
        options={methods.map((one) => ({ value: one, title: words.method(one) }))}
      />
      {amounts.map((name) => (
        <MoneyField
          key={name}
          name={`/override/${name}`}
          label={t(`figure.${name}`)}
          value={draft[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <SelectField
        name="/override/refundPayer"
        label={t('override.payer')}
        value={draft.refundPayer}
        onChange={(value) => set({ refundPayer: payers.find((one) => one === value) ?? '' })}
        emptyTitle={t('alternatives.byRule')}
        options={payers.map((one) => ({ value: one, title: words.requester(one) }))}
      />
      <SelectField
        name="/override/payee"
        label={t('override.payee')}
        value={draft.payee}
        onChange={(value) => set({ payee: payees.find((one) => one === value) ?? '' })}
        emptyTitle={t('alternatives.byRule')}
        options={payees.map((one) => ({ value: one, title: words.requester(one) }))}
      />
      <TextAreaField
        name="/override/reason"
        label={t('override.reason')}
        value={draft.reason}
        onChange={(reason) => set({ reason })}
        isRequired
      />
    </div>
  )
}
