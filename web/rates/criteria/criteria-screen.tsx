import { useEffect, useState } from 'react'
import { useDryRun } from '../../actions/dry-run.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { FaultSummary, Faults } from '../../ui/fields/faults.tsx'
import { TextAreaField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { useText } from '../setup-text.ts'
import { contextFields, contextOf, keyOf } from './context.ts'
import { ContextFields } from './context-fields.tsx'
import { Result } from './result.tsx'

const names = ['criteria', ...contextFields.map(keyOf)]
const REST = 500

/** Tries a rule out on facts, and says of each comparison whether it holds. Rule and facts stand in the address. */
export function CriteriaScreen() {
  const t = useText()
  const address = useQuery()
  const setQuery = useSetQuery()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(names.flatMap((name) => (address[name] ? [[name, address[name]]] : []))),
  )
  const change = (name: string, value: string) => setTyped((now) => ({ ...now, [name]: value }))
  useEffect(() => {
    const timer = setTimeout(
      () => setQuery(Object.fromEntries(names.map((name) => [name, typed[name] || undefined]))),
      REST,
    )
    return () => clearTimeout(timer)
  }, [typed, setQuery])
  const criteria = (typed.criteria ?? '').trim()
  const tried = useDryRun(
    'POST /Rates/criteria/evaluations',
    criteria === '' ? undefined : { body: { criteria, context: contextOf(typed) } },
  )
  return (
    <div className="page">
      <h1>{t('criteria.title')}</h1>
      <Faults error={tried.error}>
        <div className="columns-2">
          <div className="stack">
            <Panel title={t('criteria.rule')} id="rule" description={t('criteria.ruleWhy')}>
              <TextAreaField
                label={t('criteria.rule')}
                name="/criteria"
                rows={4}
                value={typed.criteria ?? ''}
                placeholder="vehicle.odometer <= 100000 && deal.state in ['TX', 'OK']"
                onChange={(value) => change('criteria', value)}
                isRequired
              />
            </Panel>
            <Panel title={t('criteria.facts')} id="facts" description={t('criteria.factsWhy')}>
              <ContextFields typed={typed} onChange={change} />
            </Panel>
          </div>
          <div className="stack" aria-live="polite" aria-busy={tried.state === 'running'}>
            {tried.state === 'refused' ? <FaultSummary error={tried.error} /> : null}
            {tried.state === 'none' ? <Empty title={t('criteria.none')} why={t('criteria.noneWhy')} /> : null}
            {tried.data && tried.state !== 'refused' ? <Result evaluation={tried.data} /> : null}
          </div>
        </div>
      </Faults>
    </div>
  )
}
