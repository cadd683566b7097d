import type { RateBookGrid } from '../../../sdk/src/types.gen.ts'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { cellsOf, type GridCell, heatOf } from './heat.ts'

/** A table of figures, old beside new, each cell colored by how far it moves. */
export function HeatGrid({ grid }: { readonly grid: RateBookGrid }) {
  const t = useText()
  const { program, code, name, rows, columns, rowTitle, columnTitle, unit, isCut } = grid
  const cellAt = cellsOf(grid)
  const label = t('grid.label', { program, name: name || code })
  return (
    <div className="stack">
      {isCut ? <Notice tone="wait">{t('grid.cut')}</Notice> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard */}
      <section className="rates-heat" aria-label={label} tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">
                {rowTitle}
                {columnTitle ? ` × ${columnTitle}` : ''}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column || t('grid.value')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowAt) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map((column, columnAt) => (
                  <Cell key={column} cell={cellAt(rowAt, columnAt)} unit={unit} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

interface CellProps {
  readonly cell: GridCell | undefined
  readonly unit: RateBookGrid['unit']
}

function Cell({ cell, unit }: CellProps) {
  const t = useText()
  const { money, percent } = useFormat()
  if (!cell) return <td className="muted">—</td>
  const words = (value: number | null) => {
    if (value === null) return t('grid.none')
    return unit === 'Money' ? money(value) : unit === 'Percent' ? percent(value) : String(value)
  }
  const { before, after, changePercent } = cell
  const heat = heatOf(cell)
  return (
    <td data-heat={heat} title={changePercent === null ? undefined : percent(changePercent)}>
      {heat === 'same' ? (
        words(after)
      ) : (
        <>
          <del>{words(before)}</del> → <ins>{words(after)}</ins>
        </>
      )}
    </td>
  )
}
