import type { CancelRule, StateLawCoverage } from '../../../sdk/src/types.gen.ts'
import { useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Notice } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type Text, useText } from '../setup-text.ts'
import { certaintyTones } from './certainty.ts'

interface Props {
  readonly state: string
  readonly rows: readonly StateLawCoverage[]
}

/** The rules of a state: what they say, where that stands, and what nobody has read yet. */
export function StatePanel({ state, rows }: Props) {
  const t = useText()
  const setQuery = useSetQuery()
  const query = useAnswer('GET /cancelrules', {
    query: { state, sortBy: 'ruleCode', pageNumber: 1, pageSize: 100 },
  })
  return (
    <Panel
      title={t('law.of', { state })}
      id="state"
      actions={
        <Button icon="close" onClick={() => setQuery({ state: undefined }, 'push')}>
          {t('close')}
        </Button>
      }
    >
      <div className="stack">
        {rows.map((row) => (
          <Decides key={row.productTypeCode} row={row} />
        ))}
        <Await query={query} rows={4}>
          {({ items }) =>
            items.length === 0 ? (
              <p>{t('law.noOwn')}</p>
            ) : (
              <div className="stack">
                {items.map((rule) => (
                  <Rule key={rule.id} rule={rule} />
                ))}
              </div>
            )
          }
        </Await>
      </div>
    </Panel>
  )
}

/** Which rule decides for a type of product, and what it says otherwise than the library. */
function Decides({ row }: { readonly row: StateLawCoverage }) {
  const t = useText()
  const { productTypeCode, ruleCode, certainty, overrules } = row
  return (
    <div className="stack">
      <p>
        {t('law.decides', { product: productTypeCode, rule: ruleCode })}{' '}
        <Status value={certainty} tone={certaintyTones[certainty]} title={t(`certainty.${certainty}`)} />
      </p>
      {overrules ? (
        <Notice tone="wait" title={t('law.differs', { rule: overrules.ruleCode })}>
          <ul>
            {overrules.differences.map(({ field, library, own }) => (
              <li key={field}>{t('law.difference', { field, library, own })}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  )
}

function Rule({ rule }: { readonly rule: CancelRule }) {
  const t = useText()
  const format = useFormat()
  const { ruleCode, layer, side, source, verification, asOf, note, links, terms } = rule
  return (
    <Panel title={ruleCode} level={3} description={note ?? undefined}>
      <Facts
        items={[
          {
            label: t('law.layer'),
            value: (
              <>
                {t(`layer.${layer}`)} <Tag>{t(`side.${side}`)}</Tag>
              </>
            ),
          },
          { label: t('law.products'), value: rule.productTypeCodes?.join(', ') ?? t('law.everyProduct') },
          { label: t('law.source'), value: source, isWide: true },
          {
            label: t('law.certainty'),
            value: verification ? t(`certainty.${verification}`) : t('law.notSaid'),
          },
          { label: t('law.asOf'), value: asOf },
          {
            label: t('law.effective'),
            value: soldBetween(t, format.date, rule),
          },
          rule.unverified.length > 0 && {
            label: t('law.unread'),
            value: rule.unverified.map((term) => t(`term.${term}`)).join(', '),
            isWide: true,
          },
          rule.silent.length > 0 && {
            label: t('law.silent'),
            value: rule.silent.map((term) => t(`term.${term}`)).join(', '),
            isWide: true,
          },
          links.length > 0 && { label: t('law.links'), value: <Links links={links} />, isWide: true },
        ]}
      />
      <Table
        label={t('law.terms', { rule: ruleCode })}
        rows={terms}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', title: t('law.term'), isWrapping: true, cell: ({ name }) => name },
          { key: 'value', title: t('law.says'), isWrapping: true, cell: ({ value }) => value },
        ]}
      />
    </Panel>
  )
}

/** The days of sale that the rule is for. */
function soldBetween(
  t: Text,
  date: (day: string) => string,
  { effectiveFrom: from, effectiveTo: to }: CancelRule,
): string {
  if (from && to) return t('law.between', { from: date(from), to: date(to) })
  if (from) return t('law.since', { from: date(from) })
  return to ? t('law.until', { to: date(to) }) : t('law.anyDay')
}

/** Where the law was read. Only addresses that a browser opens safely are links. */
function Links({ links }: { readonly links: readonly string[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link}>
          {link.startsWith('https://') ? (
            <a className="link" href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
          ) : (
            link
          )}
        </li>
      ))}
    </ul>
  )
}
