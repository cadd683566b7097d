import type { StateLawCoverage } from '../../../sdk/src/types.gen.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { certainties, certaintyTones } from './certainty.ts'
import { tiles } from './tiles.ts'

interface Props {
  readonly states: readonly StateLawCoverage[]
  /** States with another certainty are pale. */
  readonly certainty: string
  readonly chosen: string
  readonly onChoose: (state: string) => void
}

/** The states about where they lie, each a button in the color of how sure its rule is. */
export function StateMap({ states, certainty, chosen, onChoose }: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="stack">
      <ul className="rates-map-legend" aria-label={t('legend')}>
        {certainties.map((one) => (
          <li key={one} data-tone={certaintyTones[one]}>
            {t('law.count', {
              certainty: t(`certainty.${one}`),
              count: format.count(states.filter((row) => row.certainty === one).length),
            })}
          </li>
        ))}
      </ul>
      <div className="rates-map">
        {states.flatMap((row) => {
          const place = tiles[row.state]
          if (!place) return []
          const isPale = certainty !== '' && row.certainty !== certainty
          return [
            <button
              key={row.state}
              type="button"
              className="rates-state"
              data-tone={certaintyTones[row.certainty]}
              data-pale={isPale || undefined}
              aria-pressed={row.state === chosen}
              aria-label={t('law.state', { state: row.state, certainty: t(`certainty.${row.certainty}`) })}
              style={{ gridColumn: place[0], gridRow: place[1] }}
              onClick={() => onChoose(row.state)}
            >
              {row.state}
            </button>,
          ]
        })}
      </div>
    </div>
  )
}
