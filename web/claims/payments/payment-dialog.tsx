import { useEffect, useState } from 'react'
import type { Claim, ClaimPaymentRequestCreateData, Contract } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { useExecute } from '../../actions/execute.ts'
import { ApiError } from '../../api/client.ts'
import { useToday } from '../../api/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import {
  DateField,
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  TextField,
} from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { named } from '../decide/action-props.ts'
import { Refusals, reasonsOf } from '../decide/refusals.tsx'
import { TriedForm } from '../decide/tried-form.tsx'
import { useDone } from '../done.ts'
import { findPayees } from '../lookups.ts'
import { useText, wordOf } from '../text.ts'
import { type PayeeType, payeesOf } from './payees.ts'

const OPERATION = 'POST /claims/{claimId}/paymentrequests'
const methods = ['Check', 'ACH', 'CreditCard', 'VirtualCard', 'Wire'] as const

interface PaymentDialogProps {
  readonly claim: Claim
  readonly contract: Contract | undefined
  readonly detailIds: readonly number[] | undefined
  readonly onClose: () => void
}

interface Draft {
  readonly type: PayeeType | ''
  readonly other: Option | null
  readonly invoiceNumber: string
  readonly invoiceDate: string
  readonly invoiceAmount: number | undefined
  readonly amount: number | undefined
  readonly paymentMethod: (typeof methods)[number]
  readonly odometerOut: number | undefined
}

/** Asks for the payment of what is authorized. What the claim knows of the invoice is filled in. */
export function PaymentDialog(props: PaymentDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={t('pay.title')}
      description={t('pay.why')}
      open
      onClose={props.onClose}
      size="large"
      isKept
    >
      <PaymentForm {...props} />
    </Dialog>
  )
}

function PaymentForm({ claim, contract, detailIds, onClose }: PaymentDialogProps) {
  const t = useText()
  const done = useDone()
  const format = useFormat()
  const today = useToday()
  const payees = payeesOf(claim, contract)
  const invoices = claim.documents.filter(({ documentTypeCode }) => documentTypeCode === 'INVOICE')
  const [draft, setDraft] = useState<Draft>(() => ({
    type: '',
    ...{ other: null, invoiceDate: today, invoiceAmount: undefined, amount: undefined },
    invoiceNumber: claim.ppmEvents[0]?.invoiceNumber ?? claim.repairOrderNumber ?? '',
    paymentMethod: 'Check',
    odometerOut: undefined,
  }))
  // The contract may be read after the dialog has opened; the usual payee is the first one then.
  const type = draft.type || (payees[0]?.type ?? '')
  const payee = payees.find((one) => one.type === type)
  const payeeId = payee?.id ?? (type === 'ClaimPayee' && draft.other ? Number(draft.other.value) : undefined)
  const body = bodyOf({ ...draft, type }, payeeId, detailIds, invoices)
  const options = body && { path: { claimId: claim.id }, body }
  const tried = useDryRun(OPERATION, options)
  const { run, isRunning, error: failed, isSafeToRetry, clear } = useExecute(OPERATION)
  const entered = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal belongs to what was entered when it came
  useEffect(clear, [entered, clear])
  const error = failed ?? tried.error
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, type, ...changes })
  const execute = async () => {
    const answer = options && (await run(options))
    if (!answer) return
    onClose()
    done(t('pay.done', { amount: format.money(answer.data.amount) }))
  }
  const name = payee?.name || draft.other?.title || wordOf(t, 'payee', type)
  return (
    <TriedForm
      {...{ tried, failed, isRunning, isSafeToRetry, onClose }}
      refusal={isTold(error) ? <PaymentRefusal error={error} claim={claim} /> : undefined}
      main={
        tried.data ? t('pay.main', { amount: format.money(tried.data.amount), payee: name }) : t('do.Pay')
      }
      onExecute={() => void execute()}
      fields={
        <div className="form-grid">
          <SelectField
            label={t('pay.payee')}
            name="/payee/type"
            className="field-wide"
            isRequired
            value={type}
            options={payees.map((one) => ({
              value: one.type,
              title: one.name
                ? t('pay.payeeName', { type: wordOf(t, 'payee', one.type), name: one.name })
                : wordOf(t, 'payee', one.type),
            }))}
            onChange={(value) => set({ type: payees.find((one) => one.type === value)?.type ?? '' })}
          />
          {type === 'ClaimPayee' && (
            <LookupField
              label={t('payee.ClaimPayee')}
              name="/payee/id"
              isRequired
              value={draft.other}
              search={findPayees}
              onChange={(other) => set({ other })}
            />
          )}
          <TextField
            label={t('pay.invoiceNumber')}
            name="/invoiceNumber"
            isRequired
            maxLength={80}
            value={draft.invoiceNumber}
            onChange={(invoiceNumber) => set({ invoiceNumber })}
          />
          <DateField
            label={t('pay.invoiceDate')}
            name="/invoiceDate"
            isRequired
            value={draft.invoiceDate}
            onChange={(invoiceDate) => set({ invoiceDate })}
          />
          <MoneyField
            label={t('pay.invoiceAmount')}
            name="/invoiceAmount"
            value={draft.invoiceAmount}
            onChange={(invoiceAmount) => set({ invoiceAmount })}
          />
          <MoneyField
            label={t('pay.amount')}
            name="/amount"
            hint={t('pay.amountHint')}
            value={draft.amount}
            onChange={(amount) => set({ amount })}
          />
          <SelectField
            label={t('pay.method')}
            name="/paymentMethod"
            isRequired
            value={draft.paymentMethod}
            options={methods.map((method) => ({ value: method, title: wordOf(t, 'method', method) }))}
            onChange={(value) => set({ paymentMethod: methods.find((one) => one === value) ?? 'Check' })}
          />
          <NumberField
            label={t('pay.odometerOut')}
            name="/odometerOut"
            value={draft.odometerOut}
            onChange={(odometerOut) => set({ odometerOut })}
          />
          {invoices.length > 0 && (
            <p className="muted field-wide">
              {t('pay.papers', { names: invoices.map(({ fileName }) => fileName).join(', ') })}
            </p>
          )}
        </div>
      }
    />
  )
}

function bodyOf(
  draft: Draft,
  payeeId: number | undefined,
  detailIds: readonly number[] | undefined,
  invoices: readonly { readonly id: number }[],
): ClaimPaymentRequestCreateData | undefined {
  const { type, invoiceNumber, invoiceDate, invoiceAmount, amount, paymentMethod, odometerOut } = draft
  if (type === '' || payeeId === undefined || invoiceNumber.trim() === '' || invoiceDate === '')
    return undefined
  return {
    payee: { type, id: payeeId },
    ...{ invoiceNumber: invoiceNumber.trim(), invoiceDate, paymentMethod },
    ...named(detailIds),
    ...(invoiceAmount === undefined ? {} : { invoiceAmount }),
    ...(amount === undefined ? {} : { amount }),
    ...(odometerOut === undefined ? {} : { odometerOut }),
    ...(invoices.length === 0 ? {} : { documentIds: invoices.map(({ id }) => id) }),
  }
}

/** Whether the refusal has words of its own. Faults of fields are told by the form. */
const isTold = (error: unknown): error is ApiError => error instanceof ApiError && reasonsOf(error).length > 0

/** Why the payment is refused. An invoice that was paid before leads to the other claim. */
function PaymentRefusal({ error, claim }: { readonly error: ApiError; readonly claim: Claim }) {
  const t = useText()
  const { claimId } = error.problem as { readonly claimId?: unknown }
  if (error.code !== 'DuplicateInvoice' || typeof claimId !== 'number')
    return <Refusals error={error} claim={claim} />
  return (
    <div role="alert">
      <Notice
        tone="bad"
        title={t('pay.duplicate')}
        actions={<Link to={`/claims/${claimId}#payments`}>{t('pay.other')}</Link>}
      >
        {error.message}
      </Notice>
    </div>
  )
}
