import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useIsPartner, useToday } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { LifeBar } from '../../ui/charts/life-bar.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { ActionBar } from '../actions/action-bar.tsx'
import type { ReadContract } from '../facts/read-contract.ts'
import { termText } from '../facts/term-text.ts'
import { useText, wordOf } from '../text.ts'

/** Who, what, where it stands, what can be done, and how much of its life is used. */
export function ContractHeader({ contract, etag }: ReadContract) {
  const t = useText()
  const { money, miles, date } = useFormat()
  const isPartner = useIsPartner()
  const { number, id, statusLabel, statusReason, plan, term, validUntil } = contract
  return (
    <header className="contracts-header">
      <div className="contracts-title">
        <Link to="/contracts">{t('page.all')}</Link>
        <div className="contracts-row">
          <h1>{number ?? t('list.quote', { id })}</h1>
          <Status
            value={statusLabel === 'CancelPending' ? 'NeedsInfo' : statusLabel}
            title={wordOf(t, 'status', statusLabel)}
            testid="contract-status"
          />
        </div>
        <p className="contracts-lead">
          {[customerName(contract), vehicleName(contract)].filter(Boolean).join(' · ')}
        </p>
        {statusReason && <p className="contracts-quiet">{statusReason}</p>}
        {validUntil && <p className="contracts-quiet">{t('page.validUntil', { date: date(validUntil) })}</p>}
      </div>
      <Facts
        items={[
          { label: t('field.retailPrice'), value: money(contract.retailPrice), testid: 'retail-price' },
          { label: t('field.plan'), value: `${plan.name}, ${termText(t, miles, term)}` },
          { label: t('field.sold'), value: date(contract.saleDate) },
          { label: t('field.expires'), value: date(contract.expirationDate) },
          !isPartner && { label: t('field.dealer'), value: contract.dealer.name ?? contract.dealer.number },
          { label: t('field.funding'), value: wordOf(t, 'funding', contract.fundingStatus) },
        ]}
      />
      <Life contract={contract} />
      <ActionBar contract={contract} etag={etag} />
    </header>
  )
}

function Life({ contract }: { readonly contract: Contract }) {
  const t = useText()
  const today = useToday()
  const { effectiveOdometer, expirationOdometer, lastKnownOdometer, holds } = contract
  const open = holds.filter(({ status }) => status === 'Open')
  return (
    <LifeBar
      from={contract.effectiveDate}
      to={contract.expirationDate}
      today={today}
      freeLookUntil={contract.freeLookEndDate}
      miles={
        effectiveOdometer !== null && expirationOdometer !== null
          ? { from: effectiveOdometer, to: expirationOdometer, now: lastKnownOdometer?.value ?? null }
          : undefined
      }
      marks={open.map(({ holdDate, reason }) => ({
        date: holdDate,
        title: t('page.heldFor', { reason: reason.name }),
      }))}
    />
  )
}

export function customerName({ customer }: Contract): string {
  if (!customer) return ''
  const name = [customer.firstName, customer.middleName, customer.lastName, customer.suffix].filter(Boolean)
  return name.join(' ') || (customer.companyName ?? '')
}

function vehicleName({ vehicle, asset }: Contract): string {
  const { year, make, model } = asset
  const name = [year, make, model].filter((part) => part !== null).join(' ')
  const identifier = vehicle?.vin ?? asset.identifier
  return identifier ? `${name} ${identifier}` : name
}
