import {
  type CrowdHolder,
  crowdMembers,
  type Drawing,
  drawBankAccount,
  drawPaymentMethods,
  drawPhone,
  drawPostBox,
  numbered,
} from './parts.ts'

// The insurers, lien holders, inspection companies, repair facilities and claim payees of the crowd.

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
  /** Special skills. Absent: drawn. */
  readonly skills?: readonly string[]
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
  { name: 'Alamo Heights Diesel', city: 'San Antonio', kind: 'Independent', skills: ['Diesel'] },
  { name: 'Copper Kettle Garage', city: 'Flagstaff', kind: 'Independent' },
  { name: 'Delgado and Daughters Auto', city: 'Fresno', kind: 'Independent', ...preferred },
  { name: 'Fall Line Import Specialists', city: 'Augusta', kind: 'Independent' },
  { name: 'Green Volt Car Care', city: 'San Jose', kind: 'Independent', skills: ['Electric'], ...preferred },
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

/** The date since when a servicer is known. */
const drawSince = ({ draws }: Drawing) => draws.date('2015-04-01', '2020-12-31')

export const crowdInsurers = () =>
  crowdMembers('Insurer', insurerRows, ({ naicCode, rating }, drawing) => ({
    since: '2015-01-05',
    facts: {
      ...drawPaymentMethods(drawing, '2015-01-05'),
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
  crowdMembers('LienHolder', numbered('L', 300, lienHolderRows), ({ name, aliases }, drawing) => {
    const { draws, at } = drawing
    const since = drawSince(drawing)
    const acceptsAch = draws.happens(60)
    return {
      since,
      facts: {
        taxClassification: 'C corporation',
        aliases,
        acceptsAch,
        elTitleCode: draws.happens(70) ? `${at.state}${draws.digits(4)}` : null,
        payoffPhone: drawPhone(drawing),
        refundAddress: draws.happens(70) ? drawPostBox(drawing) : null,
        ach: acceptsAch && draws.happens(80) ? { ...drawBankAccount(drawing, since), bankName: name } : null,
      },
    }
  })

export const crowdInspectors = () =>
  crowdMembers('InspectionCompany', inspectorRows, ({ fee, states, engine }, drawing) => {
    const since = drawSince(drawing)
    const external = engine
      ? { isExternalEngine: true, integrationKey: `gauge-${drawing.draws.digits(8)}` }
      : {}
    return {
      since,
      facts: { ...drawPaymentMethods(drawing, since), fee, serviceStates: states, ...external },
    }
  })

export const crowdPayees = () =>
  crowdMembers('ClaimPayee', payeeRows, ({ payeeType }, drawing) => {
    const since = drawSince(drawing)
    const isPerson = payeeType === 'Individual'
    return {
      since,
      facts: {
        ...drawPaymentMethods(drawing, since),
        payeeType,
        w9OnFile: drawing.draws.happens(70),
        is1099: isPerson,
        ...(isPerson ? { taxClassification: 'Individual', website: null, contacts: [] } : {}),
      },
    }
  })

export const crowdFacilities = (dealers: readonly CrowdHolder[]) =>
  crowdMembers(
    'RepairFacility',
    numbered('RF', 300, facilityRows),
    ({ kind, serviceOf, skills, facts }, drawing) => {
      const owner = dealers.find(({ number }) => number === serviceOf)
      const since = owner?.since ?? drawSince(drawing)
      const { draws } = drawing
      return {
        since,
        ...drawLinks(kind, drawing, dealers),
        ...(serviceOf ? { serviceOf, dealers: [serviceOf] } : {}),
        facts: {
          ...drawPaymentMethods(drawing, since),
          facilityType: kind,
          laborRates: drawLaborRates(drawing, since, skills),
          taxRates: draws.happens(50) ? [{ type: 'Parts', rate: draws.whole(20, 38) / 4 }] : [],
          partsMarkupPercent: draws.oneOf([null, 0, 15, 20, 25, 32.5]),
          aseCertified: draws.happens(65),
          ...facts,
        },
      }
    },
  )

/** A chain works for the groups of its state, an independent for some of the active dealers there. */
function drawLinks(
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

/** Labor rates. They are higher since 2022, and there are separate rates for diesel and electric skills. */
function drawLaborRates({ draws }: Drawing, since: string, fixedSkills?: readonly string[]) {
  const standard = draws.whole(38, 60) * 2.5
  const skills = fixedSkills ?? ['Diesel', 'Electric'].filter(() => draws.happens(35))
  return [
    { type: 'Standard', rate: standard, from: since },
    { type: 'Standard', rate: standard + draws.whole(2, 6) * 2.5, from: '2022-01-01' },
    ...skills.map((type) => ({ type, rate: standard + (type === 'Diesel' ? 20 : 32.5), from: since })),
  ]
}
