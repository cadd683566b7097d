import {
  choice,
  date,
  type FieldLabel,
  flag,
  group,
  type LinkTarget,
  link,
  links,
  list,
  money,
  number,
  percent,
  secretDate,
  state,
  text,
  texts,
  yesNoDefault,
} from './field-types.ts'
import type { Kind, KindFilter } from './kind-types.ts'
import { addresses, common, facts, languages, refundAddress, streetAddress } from './sections.ts'

// Each kind of account holder is one row: its operations, the columns and filters of its list, and the sections of its
// page. One list, one page and one form render all of them. The first of several choices is the service's default.

/** The four operations that most kinds have. */
const operations = <Path extends string, Id extends string>(path: Path, idName: Id) =>
  ({
    idName,
    list: `GET ${path}`,
    read: `GET ${path}/{${idName}}`,
    change: `PATCH ${path}/{${idName}}`,
    create: `POST ${path}`,
  }) as const

const customFieldOperations = <Path extends string, Id extends string>(path: Path, idName: Id) =>
  ({
    list: `GET ${path}/{${idName}}/customfields`,
    create: `POST ${path}/{${idName}}/customfields`,
    change: `PATCH ${path}/{${idName}}/customfields/{fieldId}`,
    remove: `DELETE ${path}/{${idName}}/customfields/{fieldId}`,
  }) as const

const filter = (name: FieldLabel): KindFilter => ({ name, label: name, kind: 'text' })
const linkFilter = (name: FieldLabel, to: LinkTarget): KindFilter => ({ name, label: name, kind: 'link', to })
const usualFilters: readonly KindFilter[] = [
  filter('name'),
  filter('number'),
  filter('state'),
  { name: 'status', label: 'status', kind: 'statuses' },
  filter('city'),
  filter('zip'),
]
const usualColumns = ['number', 'name', 'status', 'city', 'state', 'phone'] as const
const usual = { columns: usualColumns, filters: usualFilters, sortBy: 'name' }

export const kinds: readonly Kind[] = [
  {
    ...usual,
    path: 'dealers',
    type: 'Dealer',
    ...operations('/dealers', 'dealerId'),
    customFields: customFieldOperations('/dealers', 'dealerId'),
    columns: ['number', 'name', 'status', 'city', 'state', 'phone', 'dealerGroup', 'agent'],
    filters: [
      ...usualFilters,
      linkFilter('dealerGroupId', 'dealergroups'),
      linkFilter('agentId', 'agents'),
      filter('portalVisibilityGroupCode'),
    ],
    sections: [
      facts(),
      addresses,
      {
        id: 'store',
        title: 'section.dealer',
        fields: [
          choice('dealerType', ['Independent', 'Franchise', 'RV', 'Marine', 'Retailer']),
          texts('franchiseMakes', { hint: 'hint.lines' }),
          text('licenseNumber'),
          choice('refundPayer', ['Administrator', 'Dealer']),
          number('remitDayOfMonth'),
          yesNoDefault('requireFundingToFinalize'),
          money('laborRate'),
        ],
      },
      {
        id: 'links',
        title: 'section.links',
        fields: [
          link('dealerGroupId', 'dealergroups'),
          list('agents', [
            link('agentId', 'agents', { isRequired: true }),
            choice('role', ['Primary', 'Secondary']),
          ]),
          link('repairFacilityId', 'repairfacilities'),
          link('reinsuranceAccountId', 'disbursementaccounts'),
          links('portalVisibilityGroupIds', 'portalvisibilitygroups'),
        ],
      },
      ...common,
    ],
    contractsBy: 'dealerId',
    hasRateVisibility: true,
  },
  {
    ...usual,
    path: 'dealergroups',
    type: 'DealerGroup',
    partnersSee: 'own',
    ...operations('/dealergroups', 'dealerGroupId'),
    customFields: customFieldOperations('/dealergroups', 'dealerGroupId'),
    columns: [...usualColumns, 'dealerCount'],
    filters: [...usualFilters, linkFilter('agentId', 'agents')],
    sections: [
      facts(),
      addresses,
      {
        id: 'group',
        title: 'section.dealergroup',
        fields: [
          link('parentGroupId', 'dealergroups'),
          group(
            'participation',
            [
              text('disbursementCode', { isRequired: true }),
              money('amount', { hint: 'hint.amountOrPercent' }),
              percent('percent'),
            ],
            { absent: 'absent.participation' },
          ),
        ],
      },
      ...common,
    ],
    contractsBy: 'dealerGroupId',
    dealersBy: 'dealerGroupId',
  },
  {
    ...usual,
    path: 'agents',
    type: 'Agent',
    partnersSee: 'own',
    ...operations('/agents', 'agentId'),
    customFields: customFieldOperations('/agents', 'agentId'),
    filters: [...usualFilters, filter('licenseState')],
    sections: [
      facts(),
      addresses,
      {
        id: 'agent',
        title: 'section.agent',
        fields: [
          link('parentAgentId', 'agents'),
          list('licenseNumbers', [
            state('state', { isRequired: true, hint: 'hint.state' }),
            text('number', { isRequired: true }),
            date('expires'),
          ]),
          list('commissionDefaults', [
            link('programId', 'programs'),
            text('disbursementCode', { isRequired: true }),
            money('amount', { hint: 'hint.amountOrPercent' }),
            percent('percent'),
          ]),
        ],
      },
      ...common,
    ],
    contractsBy: 'agentId',
    dealersBy: 'agentId',
  },
  {
    ...usual,
    path: 'insurers',
    type: 'Insurer',
    ...operations('/insurers', 'insurerId'),
    partnersSee: 'nothing',
    sections: [
      facts(),
      addresses,
      {
        id: 'insurer',
        title: 'section.insurer',
        fields: [
          text('naicCode'),
          text('amBestRating'),
          list('clipPolicyNumbers', [
            link('programId', 'programs'),
            text('number', { isRequired: true }),
            date('from'),
            date('to'),
          ]),
        ],
      },
      ...common,
    ],
  },
  {
    ...usual,
    path: 'lienholders',
    type: 'LienHolder',
    ...operations('/lienHolders', 'lienHolderId'),
    list: 'GET /v2/lienHolders',
    columns: ['number', 'name', 'status', 'city', 'state', 'phone'],
    filters: [...usualFilters, filter('alias')],
    sections: [
      facts(true),
      addresses,
      {
        id: 'lender',
        title: 'section.lender',
        fields: [
          text('elTitleCode'),
          text('payoffPhone'),
          flag('acceptsAch'),
          texts('aliases', { hint: 'hint.lines' }),
          refundAddress,
        ],
      },
      ...common,
    ],
    contractsBy: 'lienHolderId',
  },
  {
    ...usual,
    path: 'repairfacilities',
    type: 'RepairFacility',
    ...operations('/repairfacilities', 'repairFacilityId'),
    filters: [
      ...usualFilters,
      linkFilter('dealerId', 'dealers'),
      { name: 'isPreferred', label: 'isPreferred', kind: 'flag' },
    ],
    sections: [
      facts(),
      addresses,
      {
        id: 'shop',
        title: 'section.facility',
        fields: [
          choice('facilityType', ['Independent', 'Dealer', 'Chain', 'Mobile']),
          percent('partsMarkupPercent'),
          flag('isPreferred'),
          flag('isBlocked'),
          flag('aseCertified'),
          list('laborRates', [
            choice('type', ['Standard', 'Diesel', 'Electric']),
            money('rate', { isRequired: true }),
            date('from'),
          ]),
          list('taxRates', [
            text('type'),
            percent('rate', { isRequired: true, label: 'taxRate' }),
            date('from'),
          ]),
        ],
      },
      {
        id: 'links',
        title: 'section.links',
        fields: [links('dealerIds', 'dealers'), links('dealerGroupIds', 'dealergroups')],
      },
      ...common,
    ],
  },
  {
    ...usual,
    path: 'claimpayees',
    type: 'ClaimPayee',
    ...operations('/claimpayees', 'claimPayeeId'),
    partnersSee: 'nothing',
    sections: [
      facts(),
      addresses,
      {
        id: 'payee',
        title: 'section.payee',
        fields: [choice('payeeType', ['Business', 'Individual']), flag('w9OnFile'), flag('is1099')],
      },
      ...common,
    ],
  },
  {
    ...usual,
    path: 'inspectioncompanies',
    type: 'InspectionCompany',
    partnersSee: 'own',
    ...operations('/inspectioncompanies', 'inspectionCompanyId'),
    sections: [
      facts(),
      addresses,
      {
        id: 'inspections',
        title: 'section.inspection',
        fields: [
          texts('serviceStates', { hint: 'hint.lines' }),
          money('fee'),
          text('integrationKey'),
          flag('isExternalEngine'),
        ],
      },
      ...common,
    ],
  },
  {
    ...usual,
    path: 'disbursementaccounts',
    type: 'DisbursementAccount',
    ...operations('/disbursementaccounts', 'disbursementAccountId'),
    partnersSee: 'nothing',
    sections: [
      facts(),
      addresses,
      {
        id: 'account',
        title: 'section.account',
        fields: [text('glAccount'), texts('disbursementCodes', { hint: 'hint.lines' }), flag('isInternal')],
      },
      ...common,
    ],
  },
  {
    // Customers come from a sale or a transfer, and are never created here.
    path: 'customers',
    type: 'Customer',
    idName: 'customerId',
    list: 'GET /customers',
    read: 'GET /customers/{customerId}',
    change: 'PATCH /customers/{customerId}',
    columns: ['name', 'city', 'state', 'phone', 'email', 'contractCount'],
    filters: [
      filter('name'),
      filter('phone'),
      filter('email'),
      filter('contractNumber'),
      filter('vin'),
      filter('number'),
      filter('lastName'),
      filter('companyName'),
      filter('city'),
      filter('state'),
      filter('zip'),
    ],
    sortBy: 'lastName',
    sections: [
      {
        id: 'facts',
        title: 'section.person',
        fields: [
          text('firstName'),
          text('middleName'),
          text('lastName'),
          text('suffix'),
          text('companyName'),
          flag('isBusiness'),
          secretDate('birthDate'),
          text('taxIdLast4'),
          text('phone'),
          text('mobile'),
          text('email'),
          languages,
          flag('doNotContact'),
        ],
      },
      { id: 'addresses', title: 'section.address', fields: [streetAddress] },
    ],
  },
]

/** The kind in an address. Upper and lower case and dashes do not matter, so `lien-holders` is found too. */
export function kindAt(path: string | undefined): Kind | undefined {
  const plain = path?.toLowerCase().replaceAll('-', '')
  return kinds.find((kind) => kind.path === plain)
}
