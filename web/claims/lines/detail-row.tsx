import type { Issue } from '../../../sdk/src/types.gen.ts'
import { Status, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Figure } from '../../ui/dialogs/figure.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDeniedReasons, useHoldReasons } from '../reasons.ts'
import { useText, wordOf } from '../text.ts'
import { claimTone } from '../tones.ts'
import type { DetailDraft } from './draft.ts'
import type { LinesGridProps } from './grid-types.ts'
import { stepsOfDetail } from './steps.ts'

interface DetailRowProps extends LinesGridProps {
  readonly detail: DetailDraft
  readonly issue: Issue | undefined
  readonly number: number
  readonly isOpen: boolean
  readonly onRemove: () => void
}

/** What a detail complains of, what failed, and its sums. */
export function DetailRow(props: DetailRowProps) {
  const { detail, issue, number, figures, rights, isOpen, onEditDetail, onRemove } = props
  const t = useText()
  const format = useFormat()
  const steps = issue && figures ? stepsOfDetail(figures.steps, issue.sequence) : []
  const name = t('detail.name', { number })
  const figure = (key: 'requested' | 'adjusted' | 'tax' | 'payable') =>
    issue && (
      <Figure
        label={`${t(`figure.${key}`)}, ${name}`}
        value={format.money(issue[key])}
        steps={steps}
        testid={`detail-${number}-${key}`}
      />
    )
  return (
    <tr className="claims-detail-row">
      <th scope="row" className="claims-detail-head">
        <div className="row">
          <Choose {...props} />
          <strong>{name}</strong>
          {issue && detail.id !== undefined && (
            <Status
              value={issue.status}
              tone={claimTone(issue.status)}
              title={wordOf(t, 'detailStatus', issue.status)}
            />
          )}
        </div>
        <Story {...props} />
        <Components {...props} />
        {rights.asked && isOpen && (
          <div className="row">
            {onEditDetail && (
              <Button size="small" kind="quiet" icon="edit" onClick={() => onEditDetail(detail.key)}>
                {t('detail.edit')}
                <span className="visually-hidden"> {number}</span>
              </Button>
            )}
            {issue?.status !== 'Inspection' && (
              <Button size="small" kind="quiet" icon="trash" onClick={onRemove}>
                {t('detail.remove')}
                <span className="visually-hidden"> {number}</span>
              </Button>
            )}
          </div>
        )}
      </th>
      <td className="is-numeric" data-title={t('figure.requested')}>
        {figure('requested')}
      </td>
      <td />
      <td className="is-numeric" data-title={t('figure.adjusted')}>
        {figure('adjusted')}
      </td>
      <td className="wraps">{issue && <Reasons issue={issue} />}</td>
      <td className="is-numeric" data-title={t('figure.tax')}>
        {figure('tax')}
      </td>
      <td className="is-numeric" data-title={t('lines.pays')}>
        {figure('payable')}
      </td>
    </tr>
  )
}

/** The box that chooses the detail for the next decision. */
function Choose({ issue, number, ticked, onTick }: DetailRowProps) {
  const t = useText()
  if (!issue || !ticked || !onTick) return null
  const toggle = () => {
    const next = new Set(ticked)
    if (!next.delete(issue.id)) next.add(issue.id)
    onTick(next)
  }
  return (
    <label className="tick-target">
      <input
        type="checkbox"
        className="checkbox"
        checked={ticked.has(issue.id)}
        onChange={toggle}
        aria-label={t('detail.choose', { number })}
      />
    </label>
  )
}

/** Complaint, cause and correction, each in its own words if there are any. */
function Story({ detail, complaints }: DetailRowProps) {
  const t = useText()
  const kinds = ['complaint', 'cause', 'correction'] as const
  const told = kinds.flatMap((kind) => {
    const name = complaints.nameOf(kind, detail[`${kind}Code`])
    const words = detail[`${kind}Text`]
    return name || words ? [{ kind, name, words }] : []
  })
  if (told.length === 0) return <p className="muted small">{t('detail.noComplaint')}</p>
  return (
    <ol className="claims-story">
      {told.map(({ kind, name, words }) => (
        <li key={kind}>
          <span className="visually-hidden">{t(`detail.${kind}`)}: </span>
          {name || words}
          {name && words && <small> {words}</small>}
        </li>
      ))}
    </ol>
  )
}

/** What failed, and whether the contract covers it. */
function Components({ detail, issue, components }: DetailRowProps) {
  const t = useText()
  if (detail.components.length === 0) return null
  return (
    <ul className="claims-components">
      {detail.components.map(({ code, isPrimaryFailure }) => {
        const known = components.get(code) ?? issue?.components.find((one) => one.code === code)
        return (
          <li key={code}>
            {known?.name ?? code}
            {isPrimaryFailure && detail.components.length > 1 && <Tag>{t('component.primary')}</Tag>}
            {known && (
              <Tag tone={known.isCovered ? 'good' : 'bad'}>
                {t(known.isCovered ? 'component.covered' : 'component.notCovered')}
              </Tag>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Why the detail was denied or waits, and cuts of the whole detail. */
function Reasons({ issue }: { readonly issue: Issue }) {
  const t = useText()
  const format = useFormat()
  const cuts = issue.adjustments.filter(({ target }) => target === 'Detail' || target === 'Claim')
  return (
    <>
      {issue.status === 'Denied' && issue.deniedReasonCode && <Denied code={issue.deniedReasonCode} />}
      {issue.status === 'Hold' && issue.holdReasonCode && <Held code={issue.holdReasonCode} />}
      {cuts.map((cut) => (
        <span key={cut.id} className="claims-cut">
          {format.money(cut.amount)} {wordOf(t, 'cut', cut.reasonCode)}
        </span>
      ))}
    </>
  )
}

function Denied({ code }: { readonly code: string }) {
  const t = useText()
  const { nameOf } = useDeniedReasons()
  return <span>{t('detail.denied', { reason: nameOf(code) })}</span>
}

function Held({ code }: { readonly code: string }) {
  const t = useText()
  const { nameOf } = useHoldReasons()
  return <span>{t('detail.held', { reason: nameOf(code) })}</span>
}
