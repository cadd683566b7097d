import type { Issue } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { useText } from '../text.ts'
import { DetailRow } from './detail-row.tsx'
import { answeredDetails, type DetailDraft, isEditable, type LineDraft, lineKinds, newLine } from './draft.ts'
import { walkColumn } from './grid-keys.ts'
import type { LinesGridProps } from './grid-types.ts'
import { LineRow } from './line-row.tsx'

/** Labor, parts and other items of all details in one grid, edited in place. */
export function LinesGrid(props: LinesGridProps) {
  const { details, figures, isOld = false } = props
  const t = useText()
  const answered = answeredDetails(details, figures?.details ?? [])
  return (
    <div className="table-frame table-cards claims-lines-frame">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys walk through its inputs
        role="grid"
        className="table claims-lines"
        aria-label={t('lines.title')}
        aria-busy={isOld}
        onKeyDown={walkColumn}
      >
        <thead>
          <tr>
            <th scope="col">{t('lines.line')}</th>
            <th scope="col" className="is-numeric">
              {t('figure.requested')}
            </th>
            <th scope="col" className="is-numeric">
              {t('lines.guide')}
            </th>
            <th scope="col" className="is-numeric">
              {t('figure.adjusted')}
            </th>
            <th scope="col">{t('lines.cut')}</th>
            <th scope="col" className="is-numeric">
              {t('figure.tax')}
            </th>
            <th scope="col" className="is-numeric">
              {t('lines.pays')}
            </th>
          </tr>
        </thead>
        {details.map((detail, at) => (
          <DetailRows key={detail.key} {...props} detail={detail} at={at} issue={answered.get(detail.key)} />
        ))}
      </table>
    </div>
  )
}

interface DetailRowsProps extends LinesGridProps {
  readonly detail: DetailDraft
  readonly at: number
  readonly issue: Issue | undefined
}

/** A detail with its lines, and the buttons that add some. */
function DetailRows({ detail, at, issue, ...props }: DetailRowsProps) {
  const { details, rights, figures, onChange } = props
  const t = useText()
  const isOpen = isEditable(detail.id === undefined ? undefined : issue?.status)
  const change = (changes: Partial<DetailDraft>) =>
    onChange(details.map((one) => (one.key === detail.key ? { ...one, ...changes } : one)))
  const changeLine = (key: string, changes: Partial<LineDraft>) =>
    change({ lines: detail.lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) })
  return (
    <tbody className="claims-detail">
      <DetailRow
        {...props}
        {...{ detail, issue }}
        number={at + 1}
        isOpen={isOpen}
        onRemove={() => onChange(details.filter(({ key }) => key !== detail.key))}
      />
      {detail.lines.map((line) => (
        <LineRow
          key={line.key}
          {...{ detail, line, issue }}
          detailNumber={at + 1}
          steps={figures?.steps ?? []}
          components={props.components}
          rights={{ asked: rights.asked && isOpen, approved: rights.approved && isOpen }}
          onChange={(changes) => changeLine(line.key, changes)}
          onRemove={() => change({ lines: detail.lines.filter(({ key }) => key !== line.key) })}
        />
      ))}
      {rights.asked && isOpen && (
        <tr className="claims-add-row">
          <td colSpan={7} className="wraps">
            <div className="row">
              {lineKinds.map((kind) => (
                <Button
                  key={kind}
                  size="small"
                  kind="quiet"
                  icon="add"
                  onClick={() => change({ lines: sorted([...detail.lines, newLine(kind)]) })}
                >
                  {t(`lines.add.${kind}`)}
                  <span className="visually-hidden"> {t('lines.toDetail', { number: at + 1 })}</span>
                </Button>
              ))}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Labor first, then parts, then the rest, as the service answers them. */
const sorted = (lines: readonly LineDraft[]): LineDraft[] =>
  lineKinds.flatMap((kind) => lines.filter((line) => line.kind === kind))
