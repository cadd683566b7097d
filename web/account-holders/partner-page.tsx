import type { ReactNode } from 'react'
import { useAnswer } from '../api/queries.ts'
import { useCan, useIsPartner, useToday } from '../api/session.ts'
import { Status } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Await, Notice } from '../ui/states.tsx'
import { useFormat } from '../ui/words/format.ts'
import { CustomFieldsPanel } from './custom-fields-panel.tsx'
import { type Holder, holderName, useHolder } from './holders.ts'
import { type Kind, kindNoun, kindTitle } from './kind-types.ts'
import { LedgerPanel } from './ledger-panel.tsx'
import { KnownNames } from './linked-record.tsx'
import { choiceTitle } from './plain-text.ts'
import { ContractsPanel, DealersPanel } from './related-panels.tsx'
import { SectionPanel } from './section-panel.tsx'
import { useText } from './text.ts'
import { VisibilityPanel } from './visibility-panel.tsx'

/** One page for all kinds: the sections that the kind describes, and what belongs to any account holder. */
export function PartnerPage({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  const t = useText()
  const query = useHolder(kind, id)
  return (
    <div className="holder-page">
      <Link to={`/partners/${kind.path}`} className="link holder-back">
        <Icon name="back" /> {t('page.back', { kind: t(kindTitle(kind)) })}
      </Link>
      <Await query={query}>
        {(holder, { etag }) => (
          <NamesAbove kind={kind} number={holder.number}>
            <Header kind={kind} holder={holder} />
            <Expiry holder={holder} />
            <div className="holder-panels">
              {kind.sections.map((section, index) => (
                <SectionPanel key={section.id} {...{ kind, section, holder, etag }} isFirst={index === 0} />
              ))}
              {kind.customFields && (
                <CustomFieldsPanel operations={kind.customFields} kind={kind} holder={holder} />
              )}
              <ContractsPanel kind={kind} holder={holder} />
              {kind.dealersBy && <DealersPanel filter={kind.dealersBy} id={holder.id} />}
              {kind.hasRateVisibility && <VisibilityPanel dealerId={holder.id} />}
              <LedgerPanel holder={holder} />
            </div>
            <Footer holder={holder} />
          </NamesAbove>
        )}
      </Await>
    </div>
  )
}

interface NamesProps {
  readonly kind: Kind
  readonly number: string
  readonly children: ReactNode
}

/** Partners do not open the group and agent above a dealer. Its row in the list has their numbers, and names they may see. */
function NamesAbove({ kind, number, children }: NamesProps) {
  const isAsked = useIsPartner() && kind.path === 'dealers'
  const { data } = useAnswer('GET /dealers', { query: { number } }, { enabled: isAsked })
  const names: Record<string, string> = {}
  for (const { dealerGroup, agent } of data?.data ?? []) {
    if (dealerGroup) names[`dealergroups/${dealerGroup.id}`] = numberAndName(dealerGroup)
    if (agent) names[`agents/${agent.id}`] = numberAndName(agent)
  }
  return <KnownNames value={names}>{children}</KnownNames>
}

const numberAndName = ({ number, name }: { readonly number: string; readonly name: string | null }) =>
  name === null ? number : `${number} · ${name}`

function Header({ kind, holder }: { readonly kind: Kind; readonly holder: Holder }) {
  const t = useText()
  return (
    <header className="holder-header">
      <h1>{holderName(holder)}</h1>
      <p className="holder-subtitle">
        <span>{t(kindNoun(kind))}</span>
        <span data-testid="partner-number">{holder.number}</span>
        {holder.status && (
          <Status value={holder.status} title={choiceTitle(holder.status, t)} testid="partner-status" />
        )}
      </p>
    </header>
  )
}

/** Says so if the last day is over or known. */
function Expiry({ holder }: { readonly holder: Holder }) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const last = holder.expirationDate
  if (!last || holder.status !== 'Active') return null
  const date = format.date(last)
  return <Notice tone="wait">{t(last < today ? 'page.expired' : 'page.expires', { date })}</Notice>
}

function Footer({ holder }: { readonly holder: Holder }) {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  return (
    <footer className="holder-footer">
      <span>{t('page.changed', { when: format.instant(holder.updatedAt), who: holder.updatedBy })}</span>
      {can('GET /audit') && (
        <Link to={`/audit?subject=accountholders/${holder.id}`}>{t('page.history')}</Link>
      )}
    </footer>
  )
}
