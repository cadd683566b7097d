import { type ReactNode, useState } from 'react'
import type { Contract, Reference } from '../../../sdk/src/types.gen.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type Text, useText, wordOf } from '../text.ts'
import { CustomFields } from './custom-fields.tsx'
import { openFields } from './editing.ts'
import { useFactText } from './fact-value.ts'
import { type FactField, type FactSection, sectionsOf } from './fields.ts'
import { LockNotice, useOtherLock } from './lock-notice.tsx'
import type { ReadContract } from './read-contract.ts'
import { SectionForm } from './section-form.tsx'
import type { SectionState } from './section-state.ts'
import { nameOf, termText } from './term-text.ts'

/** The facts of a contract in sections. One section at a time is edited, in place. */
export function FactsSections({ contract, etag }: ReadContract) {
  const t = useText()
  const mayEdit = useCan()('PATCH /contracts/{contractId}')
  const [edited, setEdited] = useState<string>()
  const sections = sectionsOf(contract)
  const other = useOtherLock(contract.id, mayEdit && edited === undefined)
  const firstOpen = sections.find((section) => openFields(section, contract).length > 0)
  useShortcut('e', () => mayEdit && !other && setEdited(firstOpen?.id), { title: t('edit.shortcut') })
  return (
    <div className="contracts-facts">
      {other && <LockNotice contractId={contract.id} holder={other} />}
      {sections.map((section) => (
        <FactsSection
          key={section.id}
          {...{ contract, etag, section }}
          isEdited={edited === section.id}
          mayEdit={mayEdit && !other && (edited === undefined || edited === section.id)}
          onEdit={() => setEdited(section.id)}
          onDone={() => setEdited(undefined)}
        />
      ))}
      <CustomFields
        {...{ contract, etag }}
        isEdited={edited === 'custom'}
        mayEdit={mayEdit && !other && (edited === undefined || edited === 'custom')}
        onEdit={() => setEdited('custom')}
        onDone={() => setEdited(undefined)}
      />
    </div>
  )
}

interface FactsSectionProps extends ReadContract, SectionState {
  readonly section: FactSection
}

function FactsSection({ contract, etag, section, isEdited, mayEdit, onEdit, onDone }: FactsSectionProps) {
  const t = useText()
  const write = useFactText()
  const more = useMoreFacts(contract, section.id)
  const isOpen = mayEdit && openFields(section, contract).length > 0
  const shown = section.fields.filter((field) => field.read(contract) !== null)
  const title = t(section.title)
  const edit = (
    <Button
      kind="quiet"
      size="small"
      icon="edit"
      onClick={onEdit}
      aria-label={t('edit.section', { section: title })}
    >
      {t('do.edit')}
    </Button>
  )
  return (
    <Panel title={title} id={section.id} actions={isOpen && !isEdited ? edit : undefined}>
      {isEdited ? (
        <SectionForm {...{ contract, etag, section, onDone }} />
      ) : shown.length + more.length > 0 ? (
        <Facts
          items={[
            ...shown.map((field) => ({ label: t(field.label), value: shownValue(field, contract, write) })),
            ...more,
          ]}
        />
      ) : (
        <p className="contracts-quiet">{t('section.nothing')}</p>
      )}
    </Panel>
  )
}

const shownValue = (
  field: FactField,
  contract: Contract,
  write: (field: FactField, text: string) => string,
) => field.show?.(contract) ?? write(field, String(field.read(contract) ?? ''))

interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** What stands in a section besides its fields, because it is not edited there. */
function useMoreFacts(contract: Contract, section: string): readonly Fact[] {
  const t = useText()
  const format = useFormat()
  const isPartner = useIsPartner()
  if (section === 'customer') return cobuyerFacts(contract, t)
  if (section !== 'sale') return []
  const { term, deductible, agents, dealerGroup, insurer } = contract
  const party = (label: string, reference: Reference | null): readonly Fact[] =>
    reference ? [{ label, value: nameOf(reference) }] : []
  return [
    { label: t('field.product'), value: contract.product.name },
    { label: t('field.plan'), value: contract.plan.name },
    { label: t('field.term'), value: termText(t, format.miles, term) },
    {
      label: t('field.deductible'),
      value: `${format.money(deductible.amount)} ${wordOf(t, 'deductible', deductible.type)}`,
    },
    ...(contract.surcharges.length === 0
      ? []
      : [{ label: t('field.options'), value: contract.surcharges.map(({ name }) => name).join(', ') }]),
    {
      label: t('field.dealer'),
      value: isPartner ? (
        nameOf(contract.dealer)
      ) : (
        <Link to={`/partners/dealers/${contract.dealer.id}`}>{nameOf(contract.dealer)}</Link>
      ),
    },
    ...party(t('field.dealerGroup'), dealerGroup),
    ...(agents.length === 0 ? [] : [{ label: t('field.agents'), value: agents.map(nameOf).join(', ') }]),
    ...party(t('field.insurer'), insurer),
    { label: t('field.obligor'), value: wordOf(t, 'obligor', contract.obligor) },
    { label: t('field.formNumber'), value: contract.formNumber },
    { label: t('field.funding'), value: wordOf(t, 'funding', contract.fundingStatus) },
  ]
}

function cobuyerFacts({ cobuyer }: Contract, t: Text): readonly Fact[] {
  if (!cobuyer) return []
  const name = [cobuyer.firstName, cobuyer.middleName, cobuyer.lastName].filter(Boolean).join(' ')
  return [{ label: t('field.cobuyer'), value: name || (cobuyer.companyName ?? '') }]
}
