import { Button } from '../../ui/button.tsx'
import {
  CheckField,
  DateField,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '../../ui/fields/field.tsx'
import { useText, wordOf } from '../text.ts'
import {
  dealTypes,
  type GapDraft,
  loanAmounts,
  lossTypes,
  type NamedAmount,
  payoffAmounts,
  settlementAmounts,
  withLossType,
} from './gap-draft.ts'

interface GapFormProps {
  readonly draft: GapDraft
  readonly isReadOnly: boolean
  readonly onChange: (draft: GapDraft) => void
}

/** What the settlement follows from: the loss, the loan, the payoff, the insurance, refunds and exclusions. */
export function GapForm(props: GapFormProps) {
  const { draft, isReadOnly, onChange } = props
  const t = useText()
  const set = (changes: Partial<GapDraft>) => onChange({ ...draft, ...changes })
  return (
    <div className="stack">
      <fieldset className="fieldset" disabled={isReadOnly}>
        <legend>{t('gap.payoffTitle')}</legend>
        <div className="form-grid">
          <SelectField
            label={t('gap.lossType')}
            name="/gap/lossType"
            value={draft.lossType}
            options={lossTypes.map((value) => ({ value, title: wordOf(t, 'lossType', value) }))}
            onChange={(value) => onChange(withLossType(draft, lossTypes.find((one) => one === value) ?? ''))}
          />
          {payoffAmounts.map((name) => (
            <MoneyField
              key={name}
              label={t(`gap.${name}`)}
              name={`/gap/${name}`}
              value={draft.payoff[name]}
              onChange={(value) => set({ payoff: { ...draft.payoff, [name]: value } })}
            />
          ))}
        </div>
      </fieldset>
      <LoanFields {...props} />
      <InsuranceFields {...props} />
      <AmountsFields {...props} name="refunds" />
      <AmountsFields {...props} name="exclusions" />
    </div>
  )
}

function LoanFields({ draft, isReadOnly, onChange }: GapFormProps) {
  const t = useText()
  const { loan } = draft
  const set = (changes: Partial<GapDraft['loan']>) => onChange({ ...draft, loan: { ...loan, ...changes } })
  const shown = loanAmounts.filter(
    (name) =>
      (name !== 'residualValue' || loan.dealType === 'Lease') &&
      (name !== 'balloonAmount' || loan.dealType === 'Balloon'),
  )
  return (
    <fieldset className="fieldset" disabled={isReadOnly}>
      <legend>{t('gap.loanTitle')}</legend>
      <div className="form-grid">
        <SelectField
          label={t('gap.dealType')}
          name="/gap/financing/dealType"
          value={loan.dealType}
          options={dealTypes.map((value) => ({ value, title: wordOf(t, 'dealType', value) }))}
          onChange={(value) => set({ dealType: dealTypes.find((one) => one === value) ?? '' })}
        />
        {shown.map((name) => (
          <MoneyField
            key={name}
            label={t(`gap.${name}`)}
            name={`/gap/financing/${name}`}
            value={loan[name]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        <NumberField
          label={t('gap.apr')}
          name="/gap/financing/apr"
          decimals={4}
          unit="%"
          value={loan.apr}
          onChange={(apr) => set({ apr })}
        />
        <NumberField
          label={t('gap.termMonths')}
          name="/gap/financing/termMonths"
          value={loan.termMonths}
          onChange={(termMonths) => set({ termMonths })}
        />
        <DateField
          label={t('gap.firstPaymentDate')}
          name="/gap/financing/firstPaymentDate"
          value={loan.firstPaymentDate}
          onChange={(firstPaymentDate) => set({ firstPaymentDate })}
        />
        <MoneyField
          label={t('gap.ltvValue')}
          name="/gap/ltvValue"
          hint={t('gap.ltvHint')}
          value={draft.ltvValue}
          onChange={(ltvValue) => onChange({ ...draft, ltvValue })}
        />
      </div>
    </fieldset>
  )
}

function InsuranceFields({ draft, isReadOnly, onChange }: GapFormProps) {
  const t = useText()
  const { settlement, isUninsured } = draft
  const set = (changes: Partial<GapDraft['settlement']>) =>
    onChange({ ...draft, settlement: { ...settlement, ...changes } })
  return (
    <fieldset className="fieldset" disabled={isReadOnly}>
      <legend>{t('gap.insuranceTitle')}</legend>
      <CheckField
        label={t('gap.uninsured')}
        name="/gap/noPrimaryInsurance"
        value={isUninsured}
        onChange={(value) => onChange({ ...draft, isUninsured: value })}
      />
      <div className="form-grid">
        {isUninsured ? (
          <MoneyField
            label={t('gap.vehicleValue')}
            name="/gap/vehicleValue"
            value={draft.vehicleValue}
            onChange={(vehicleValue) => onChange({ ...draft, vehicleValue })}
          />
        ) : (
          <>
            <TextField
              label={t('gap.carrierName')}
              name="/gap/insuranceSettlement/carrierName"
              maxLength={200}
              value={settlement.carrierName}
              onChange={(carrierName) => set({ carrierName })}
            />
            <TextField
              label={t('gap.claimNumber')}
              name="/gap/insuranceSettlement/claimNumber"
              maxLength={200}
              value={settlement.claimNumber}
              onChange={(claimNumber) => set({ claimNumber })}
            />
            <DateField
              label={t('gap.settlementDate')}
              name="/gap/insuranceSettlement/settlementDate"
              value={settlement.settlementDate}
              onChange={(settlementDate) => set({ settlementDate })}
            />
            {settlementAmounts.map((name) => (
              <MoneyField
                key={name}
                label={t(`gap.${name}`)}
                name={`/gap/insuranceSettlement/${name}`}
                value={settlement[name]}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
          </>
        )}
      </div>
    </fieldset>
  )
}

/** Refunds of cancelled products, or what the waiver does not cover, one by one. */
function AmountsFields({
  draft,
  isReadOnly,
  onChange,
  name,
}: GapFormProps & { readonly name: 'refunds' | 'exclusions' }) {
  const t = useText()
  const rows = draft[name]
  if (isReadOnly && rows.length === 0) return null
  const replace = (next: readonly NamedAmount[]) => onChange({ ...draft, [name]: next })
  const set = (at: number, changes: Partial<NamedAmount>) =>
    replace(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  return (
    <fieldset className="fieldset" disabled={isReadOnly}>
      <legend>{t(`gap.${name}Title`)}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no ids, and keep their order
        <div key={at} className="claims-amount-row">
          <TextField
            label={t(`gap.${name}Of`, { number: at + 1 })}
            isLabelHidden
            placeholder={t('gap.what')}
            maxLength={100}
            value={row.type}
            onChange={(type) => set(at, { type })}
          />
          <MoneyField
            label={t(`gap.${name}Amount`, { number: at + 1 })}
            isLabelHidden
            value={row.amount}
            onChange={(amount) => set(at, { amount })}
          />
          {!isReadOnly && (
            <Button
              kind="quiet"
              icon="trash"
              aria-label={t('gap.removeRow', { name: row.type })}
              onClick={() => replace(rows.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button size="small" icon="add" onClick={() => replace([...rows, { type: '', amount: undefined }])}>
            {t(`gap.${name}Add`)}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
