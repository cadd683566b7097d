import {
  bankAccountOf,
  type CrowdHolder,
  type Drawing,
  membersOf,
  numbered,
  paymentsOf,
  phoneOf,
  postBoxOf,
} from './parts.ts'

// Who finances, insures, inspects and repairs in the crowd, and who else is paid.

const lienHolderRows = [
  { name: 'Cardinal Plains National Bank', city: 'Columbus', aliases: ['Cardinal Plains', 'CPNB'] },
  { name: 'Harbor Lantern Bank', city: 'Seattle', aliases: ['Harborlantern Bank'] },
  { name: 'Windmill Trust Bank', city: 'Peoria', aliases: ['Windmill Trust', 'WTB'] },
  { name: 'Old Mill Savings Bank', city: 'Pittsburgh', aliases: [] },
  { name: 'Sawgrass Commerce Bank', city: 'Orlando', aliases: ['Sawgrass Commerce'] },
  { name: 'Foothill Orchard Bank', city: 'Fresno', aliases: ['FOB'] },
  { name: 'Rail Workers Credit Union', city: 'Chicago', aliases: ['RWCU'] },
  { name: 'Blue Spruce Federal Credit Union', city: 'Fort Collins', aliases: ['Blue Spruce FCU', 'BSFCU'] },
  { name: 'Teachers Guild Credit Union', city: 'Raleigh', aliases: ['TGCU'] },
  { name: 'Cascade Timber Credit Union', city: 'Tacoma', aliases: [] },
  { name: 'Iron Bridge Community Credit Union', city: 'Harrisburg', aliases: ['Iron Bridge CCU'] },
  { name: 'Northgate Motor Credit', city: 'Cincinnati', aliases: ['NMC', 'Northgate Credit Corporation'] },
  { name: 'Quarter Mile Auto Finance', city: 'Phoenix', aliases: ['QM Finance'] },
  { name: 'Trident Marine Acceptance', city: 'Jacksonville', aliases: ['Trident Acceptance'] },
  { name: 'Wayfarer RV Finance', city: 'Colorado Springs', aliases: [] },
]

const insurerRows = [
  { number: 'I200', name: 'Granite Harbor Indemnity', city: 'Philadelphia', naicCode: '98217', rating: 'A' },
  { number: 'I201', name: 'Tallgrass Mutual', city: 'Springfield', naicCode: '98342', rating: 'A-' },
]

const inspectorRows = [
  {
    number: 'IC200',
    name: 'Third Eye Appraisals',
    city: 'Atlanta',
    fee: 92.5,
    states: ['GA', 'FL', 'NC', 'TN'],
  },
  {
    number: 'IC201',
    name: 'Mobile Gauge Inspections',
    city: 'Phoenix',
    fee: 110,
    states: ['AZ', 'CO', 'CA'],
    engine: true,
  },
]

const payeeRows = [
  { number: 'CP200', name: 'Crosstown Car Rental', city: 'Nashville', payeeType: 'Business' },
  { number: 'CP201', name: 'Night Owl Towing', city: 'Cleveland', payeeType: 'Business' },
  { number: 'CP202', name: 'Marta Ibarra', city: 'Tucson', payeeType: 'Individual' },
  { number: 'CP203', name: 'Lionel Okafor', city: 'Savannah', payeeType: 'Individual' },
]

interface FacilityRow {
  readonly name: string
  readonly city: string
  readonly kind: 'Dealer' | 'Independent' | 'Chain' | 'Mobile'
  readonly serviceOf?: string
  /** What it repairs besides; drawn where it is not said. */
  readonly knows?: readonly string[]
  readonly facts?: Readonly<Record<string, unknown>>
}

const preferred = { facts: { isPreferred: true } }
const blocked = {
  facts: { isBlocked: true, notes: 'Blocked after three audits found labor that was not done.' },
}

const facilityRows: readonly FacilityRow[] = [
  { name: 'Bayou Bend Chevrolet Service', city: 'Houston', kind: 'Dealer', serviceOf: 'D6001' },
  { name: 'Orange Grove Kia Service', city: 'Orlando', kind: 'Dealer', serviceOf: 'D6006' },
  { name: 'Dogwood Volkswagen Service', city: 'Atlanta', kind: 'Dealer', serviceOf: 'D6016', ...preferred },
  { name: 'Scioto Bend Motors Service', city: 'Columbus', kind: 'Dealer', serviceOf: 'D6022' },
  { name: 'Harbor Pine Subaru Service', city: 'Seattle', kind: 'Dealer', serviceOf: 'D6031', ...preferred },
  { name: 'Broad Meadow Chevrolet Service', city: 'Nashville', kind: 'Dealer', serviceOf: 'D6038' },
  { name: 'Torque and Tread 101', city: 'Phoenix', kind: 'Chain', ...preferred },
  { name: 'Torque and Tread 102', city: 'Tucson', kind: 'Chain' },
  { name: 'Torque and Tread 107', city: 'Aurora', kind: 'Chain' },
  { name: 'Torque and Tread 115', city: 'San Diego', kind: 'Chain' },
  { name: 'Swift Wrench Downtown', city: 'Chicago', kind: 'Chain', ...preferred },
  { name: 'Swift Wrench Lakeside', city: 'Cleveland', kind: 'Chain' },
  { name: 'Swift Wrench Prairie', city: 'Springfield', kind: 'Chain', facts: { status: 'Inactive' } },
  { name: 'Ahrens Transmission', city: 'Cincinnati', kind: 'Independent' },
  { name: 'Alamo Heights Diesel', city: 'San Antonio', kind: 'Independent', knows: ['Diesel'] },
  { name: 'Copper Kettle Garage', city: 'Flagstaff', kind: 'Independent' },
  { name: 'Delgado and Daughters Auto', city: 'Fresno', kind: 'Independent', ...preferred },
  { name: 'Fall Line Import Specialists', city: 'Augusta', kind: 'Independent' },
  { name: 'Green Volt Car Care', city: 'San Jose', kind: 'Independent', knows: ['Electric'], ...preferred },
  { name: 'Gus and Sons Motor Works', city: 'Pittsburgh', kind: 'Independent' },
  { name: 'Midway Brake and Axle', city: 'Greensboro', kind: 'Independent', ...blocked },
  { name: 'Quick Fix Garage', city: 'Miami', kind: 'Independent', ...blocked },
  { name: 'Roadside Robin', city: 'Spokane', kind: 'Mobile' },
  { name: 'Tailgate Mobile Mechanics', city: 'Fort Worth', kind: 'Mobile' },
  {
    name: 'Wrenches on Wheels',
    city: 'Memphis',
    kind: 'Mobile',
    facts: { status: 'Expired', expirationDate: '2022-08-31' },
  },
]

/** When those who serve began. */
const sinceOf = ({ draws }: Drawing) => draws.date('2015-04-01', '2020-12-31')

export const crowdInsurers = () =>
  membersOf('Insurer', insurerRows, ({ naicCode, rating }, drawing) => ({
    since: '2015-01-05',
    facts: {
      ...paymentsOf(drawing, '2015-01-05'),
      taxClassification: 'C corporation',
      naicCode,
      amBestRating: rating,
      clipPolicyNumbers: [
        { number: `CLIP-${drawing.draws.digits(6)}`, from: '2015-01-05', to: '2019-12-31' },
        { number: `CLIP-${drawing.draws.digits(6)}`, from: '2020-01-01' },
      ],
    },
  }))

export const crowdLienHolders = () =>
  membersOf('LienHolder', numbered('L', 300, lienHolderRows), ({ name, aliases }, drawing) => {
    const { draws, at } = drawing
    const since = sinceOf(drawing)
    const acceptsAch = draws.happens(60)
    return {
      since,
      facts: {
        taxClassification: 'C corporation',
        aliases,
        acceptsAch,
        elTitleCode: draws.happens(70) ? `${at.state}${draws.digits(4)}` : null,
        payoffPhone: phoneOf(drawing),
        refundAddress: draws.happens(70) ? postBoxOf(drawing) : null,
        ach: acceptsAch && draws.happens(80) ? { ...bankAccountOf(drawing, since), bankName: name } : null,
      },
    }
  })

export const crowdInspectors = () =>
  membersOf('InspectionCompany', inspectorRows, ({ fee, states, engine }, drawing) => {
    const since = sinceOf(drawing)
    const external = engine
      ? { isExternalEngine: true, integrationKey: `gauge-${drawing.draws.digits(8)}` }
      : {}
    return { since, facts: { ...paymentsOf(drawing, since), fee, serviceStates: states, ...external } }
  })

export const crowdPayees = () =>
  membersOf('ClaimPayee', payeeRows, ({ payeeType }, drawing) => {
    const since = sinceOf(drawing)
    const isPerson = payeeType === 'Individual'
    return {
      since,
      facts: {
        ...paymentsOf(drawing, since),
        payeeType,
        w9OnFile: drawing.draws.happens(70),
        is1099: isPerson,
        ...(isPerson ? { taxClassification: 'Individual', website: null, contacts: [] } : {}),
      },
    }
  })

export const crowdFacilities = (dealers: readonly CrowdHolder[]) =>
  membersOf(
    'RepairFacility',
    numbered('RF', 300, facilityRows),
    ({ kind, serviceOf, knows, facts }, drawing) => {
      const owner = dealers.find(({ number }) => number === serviceOf)
      const since = owner?.since ?? sinceOf(drawing)
      const { draws } = drawing
      return {
        since,
        ...linksOf(kind, drawing, dealers),
        ...(serviceOf ? { serviceOf, dealers: [serviceOf] } : {}),
        facts: {
          ...paymentsOf(drawing, since),
          facilityType: kind,
          laborRates: laborRatesOf(drawing, since, knows),
          taxRates: draws.happens(50) ? [{ type: 'Parts', rate: draws.whole(20, 38) / 4 }] : [],
          partsMarkupPercent: draws.oneOf([null, 0, 15, 20, 25, 32.5]),
          aseCertified: draws.happens(65),
          ...facts,
        },
      }
    },
  )

/** A chain works for the groups of its state, an independent for some of the dealers there that are open. */
function linksOf(
  kind: FacilityRow['kind'],
  { at, draws }: Drawing,
  dealers: readonly CrowdHolder[],
): Pick<CrowdHolder, 'dealers' | 'groups'> {
  const near = dealers.filter(({ place }) => place?.state === at.state)
  if (kind === 'Chain') return { groups: [...new Set(near.flatMap(({ group }) => group ?? []))] }
  if (kind !== 'Independent') return {}
  const open = near.filter(({ facts }) => facts?.status === undefined)
  return { dealers: open.filter(() => draws.happens(60)).map(({ number }) => number) }
}

/** What an hour costs, dearer since 2022, and for diesel and electric cars where someone knows them. */
function laborRatesOf({ draws }: Drawing, since: string, given?: readonly string[]) {
  const standard = draws.whole(38, 60) * 2.5
  const knows = given ?? ['Diesel', 'Electric'].filter(() => draws.happens(35))
  return [
    { type: 'Standard', rate: standard, from: since },
    { type: 'Standard', rate: standard + draws.whole(2, 6) * 2.5, from: '2022-01-01' },
    ...knows.map((type) => ({ type, rate: standard + (type === 'Diesel' ? 20 : 32.5), from: since })),
  ]
}
