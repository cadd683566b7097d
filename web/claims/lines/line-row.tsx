import { Button } from '../../ui/button.tsx'
import { Figure } from '../../ui/dialogs/figure.tsx'
import { MoneyField, NumberField, SelectField, TextField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { LineCuts } from './cuts.tsx'
import { answeredLine, miscTypes } from './draft.ts'
import type { CellProps, LineRowProps } from './grid-types.ts'
import { amountAt, stepsOfLine } from './steps.ts'

/** A line of labor, a part or another item: asked, guide, approved, cut and why, tax. */
export function LineRow(props: LineRowProps) {
  const { detail, detailNumber, line, issue, steps } = props
  const t = useText()
  const format = useFormat()
  const number = detail.lines.filter(({ kind }) => kind === line.kind).indexOf(line) + 1
  const name = t('lines.name', { kind: t(`lines.kind.${line.kind}`), number, detail: detailNumber })
  const answered = answeredLine(detail, line, issue)
  const own = answered ? stepsOfLine(steps, line.kind, answered.line.id) : []
  const asked = answered && amountAt(steps, `requested:${line.kind}:${answered.line.id}`)
  const shared = { ...props, name, answered }
  return (
    <tr className="claims-line">
      <th scope="row" data-place="what">
        <What {...shared} />
      </th>
      <td className="is-numeric" data-title={t('figure.requested')} data-place="asked">
        <Asked {...shared} />
        {asked !== undefined && (
          <Figure label={`${t('figure.requested')}, ${name}`} value={format.money(asked)} steps={own} />
        )}
      </td>
      <td className="is-numeric" data-title={t('lines.guide')} data-place="guide">
        <Guide {...shared} />
      </td>
      <td className="is-numeric" data-title={t('figure.adjusted')} data-place="approved">
        <Approved {...shared} />
        {answered && (
          <Figure
            label={`${t('figure.adjusted')}, ${name}`}
            value={format.money(answered.line.amount)}
            steps={own}
          />
        )}
      </td>
      <td className="wraps" data-title={t('lines.cut')} data-place="cut">
        <LineCuts {...shared} />
      </td>
      <td className="is-numeric" data-title={t('figure.tax')}>
        {answered && (
          <Figure
            label={`${t('figure.tax')}, ${name}`}
            value={format.money(answered.line.tax)}
            steps={own.filter(({ code }) => code.startsWith('tax:'))}
          />
        )}
      </td>
      <td className="is-numeric">
        {props.rights.asked && (
          <Button
            size="small"
            kind="quiet"
            icon="trash"
            aria-label={t('lines.remove', { name })}
            onClick={props.onRemove}
          />
        )}
      </td>
    </tr>
  )
}

function What({ line, name, rights, onChange, detail, components }: CellProps) {
  const t = useText()
  const kind = t(`lines.kind.${line.kind}`)
  if (!rights.asked)
    return (
      <>
        {line.kind === 'Misc' ? wordOf(t, 'misc', line.type) : line.description || kind}
        <small className="muted"> {[line.code, line.componentCode].filter(Boolean).join(' · ')}</small>
      </>
    )
  return (
    <div className="claims-what">
      {line.kind === 'Misc' ? (
        <SelectField
          label={`${t('lines.type')}, ${name}`}
          isLabelHidden
          isRequired
          value={line.type}
          options={miscTypes.map((type) => ({ value: type, title: wordOf(t, 'misc', type) }))}
          onChange={(type) => onChange({ type })}
        />
      ) : (
        <>
          <TextField
            label={`${t('lines.description')}, ${name}`}
            isLabelHidden
            placeholder={kind}
            value={line.description}
            maxLength={400}
            onChange={(description) => onChange({ description })}
          />
          <TextField
            label={`${t(line.kind === 'Labor' ? 'lines.operation' : 'lines.partNumber')}, ${name}`}
            isLabelHidden
            placeholder={t(line.kind === 'Labor' ? 'lines.operation' : 'lines.partNumber')}
            value={line.code}
            maxLength={line.kind === 'Labor' ? 40 : 80}
            onChange={(code) => onChange({ code })}
          />
        </>
      )}
      {detail.components.length > 1 && (
        <SelectField
          label={`${t('lines.component')}, ${name}`}
          isLabelHidden
          value={line.componentCode}
          emptyTitle={t('lines.primary')}
          options={detail.components.map(({ code }) => ({
            value: code,
            title: components.get(code)?.name ?? code,
          }))}
          onChange={(componentCode) => onChange({ componentCode })}
        />
      )}
    </div>
  )
}

function Asked({ line, name, rights, onChange }: CellProps) {
  const t = useText()
  const format = useFormat()
  const isLabor = line.kind === 'Labor'
  const [units, price] = isLabor
    ? [t('lines.hoursAsked'), t('lines.rateAsked')]
    : [t('lines.quantity'), t('lines.unitPrice')]
  if (!rights.asked)
    return <span className="muted nowrap">{`${line.units} × ${format.money(line.price)}`}</span>
  return (
    <div className="claims-pair">
      <NumberField
        label={`${units}, ${name}`}
        isLabelHidden
        decimals={2}
        value={line.units}
        placeholder={isLabor ? t('lines.hoursShort') : t('lines.quantityShort')}
        onChange={(value) => onChange({ units: value })}
      />
      <MoneyField
        label={`${price}, ${name}`}
        isLabelHidden
        value={line.price}
        onChange={(value) => onChange({ price: value })}
      />
    </div>
  )
}

function Guide({ line, name, rights, answered, onChange }: CellProps) {
  const t = useText()
  const format = useFormat()
  if (line.kind === 'Misc') {
    const cap = answered?.kind === 'Misc' ? answered.line.cap : null
    return cap === null ? null : (
      <span className="muted">{t('lines.cap', { amount: format.money(cap) })}</span>
    )
  }
  if (!rights.approved) {
    if (line.guide === undefined) return null
    return line.kind === 'Labor' ? t('lines.hours', { hours: line.guide }) : format.money(line.guide)
  }
  return line.kind === 'Labor' ? (
    <NumberField
      label={`${t('lines.guideHours')}, ${name}`}
      isLabelHidden
      decimals={2}
      value={line.guide}
      placeholder={t('lines.hoursShort')}
      onChange={(guide) => onChange({ guide })}
    />
  ) : (
    <MoneyField
      label={`${t('lines.listPrice')}, ${name}`}
      isLabelHidden
      value={line.guide}
      onChange={(guide) => onChange({ guide })}
    />
  )
}

/** Empty: as the rules say, which is shown as the placeholder. */
function Approved({ line, name, rights, answered, onChange }: CellProps) {
  const t = useText()
  const format = useFormat()
  if (!rights.approved || line.kind === 'Misc') {
    if (answered?.kind !== 'Labor') return null
    const { hoursApproved, rateApproved } = answered.line
    return <span className="muted nowrap">{`${hoursApproved} × ${format.money(rateApproved)}`}</span>
  }
  const byRule =
    answered?.kind === 'Labor'
      ? answered.line.rateApproved
      : answered?.kind === 'Part'
        ? answered.line.unitPriceApproved
        : undefined
  return (
    <div className="claims-pair">
      {line.kind === 'Labor' && (
        <NumberField
          label={`${t('lines.hoursApproved')}, ${name}`}
          isLabelHidden
          decimals={2}
          value={line.unitsApproved}
          placeholder={answered?.kind === 'Labor' ? String(answered.line.hoursApproved) : undefined}
          onChange={(unitsApproved) => onChange({ unitsApproved })}
        />
      )}
      <MoneyField
        label={`${t(line.kind === 'Labor' ? 'lines.rateApproved' : 'lines.priceApproved')}, ${name}`}
        isLabelHidden
        value={line.priceApproved}
        placeholder={byRule === undefined ? undefined : byRule.toFixed(2)}
        onChange={(priceApproved) => onChange({ priceApproved })}
      />
    </div>
  )
}
