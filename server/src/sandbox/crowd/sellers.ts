import { crowdCustomFields, crowdMembers, type Drawing, drawPaymentMethods, numbered } from './parts.ts'
import { cityNamed } from './places.ts'

// The dealers of the crowd, with the groups they belong to and the agents who serve them.

const groupRows = [
  { number: 'G300', name: 'Meridian Motor Holdings', city: 'Atlanta', states: ['GA'] },
  { number: 'G301', name: 'Meridian Florida Stores', city: 'Orlando', states: ['FL'], above: 'G300' },
  { number: 'G302', name: 'Inland Seas Auto Partners', city: 'Chicago', states: ['OH', 'IL'], share: 45 },
  { number: 'G303', name: 'Copper Basin Automotive', city: 'Phoenix', states: ['AZ', 'CO'], share: 60 },
  { number: 'G304', name: 'Foothill Dealer Partners', city: 'Knoxville', states: ['NC', 'TN'] },
  { number: 'G305', name: 'Meridian Northwest', city: 'Seattle', states: ['WA'], above: 'G300' },
]

const agentRows = [
  { number: 'A300', name: 'Blue Heron Agency', city: 'Atlanta', states: ['GA', 'FL', 'NC', 'TN'] },
  { number: 'A301', name: 'Blue Heron Piedmont', city: 'Charlotte', states: ['NC', 'TN'], above: 'A300' },
  { number: 'A302', name: 'Lantern Dealer Services', city: 'Chicago', states: ['IL', 'OH', 'PA'] },
  { number: 'A303', name: 'Mesquite Agency', city: 'Phoenix', states: ['AZ', 'CO'] },
  { number: 'A304', name: 'Redwood Agency', city: 'San Jose', states: ['CA', 'WA'] },
  { number: 'A305', name: 'Big Thicket Agency', city: 'Houston', states: ['TX'] },
]

type DealerRow = readonly [name: string, city: string, type: string, ...makes: string[]]

const dealerRows: readonly DealerRow[] = [
  ['Bayou Bend Chevrolet', 'Houston', 'Franchise', 'CHEVROLET'],
  ['Magnolia Nissan', 'Houston', 'Franchise', 'NISSAN'],
  ['Mission Trail Hyundai', 'San Antonio', 'Franchise', 'HYUNDAI'],
  ['Open Sky RV', 'San Antonio', 'RV'],
  ['Stockyard Truck Center', 'Fort Worth', 'Independent'],
  ['Orange Grove Kia', 'Orlando', 'Franchise', 'KIA'],
  ['Saint Johns Motors', 'Jacksonville', 'Franchise', 'FORD', 'LINCOLN'],
  ['Coral Way Imports', 'Miami', 'Franchise', 'BMW', 'PORSCHE'],
  ['Biscayne Marine Center', 'Miami', 'Marine'],
  ['Point Vista Subaru', 'San Diego', 'Franchise', 'SUBARU'],
  ['Valley Orchard Auto Sales', 'Fresno', 'Independent'],
  ['Alder Rock Pre-Owned', 'San Jose', 'Independent'],
  ['Garden of Wheels Mazda', 'Colorado Springs', 'Franchise', 'MAZDA'],
  ['Poudre Auto Exchange', 'Fort Collins', 'Independent'],
  ['High Plains RV', 'Aurora', 'RV'],
  ['Dogwood Volkswagen', 'Atlanta', 'Franchise', 'VOLKSWAGEN'],
  ['Tidewater Buick GMC', 'Savannah', 'Franchise', 'BUICK', 'GMC'],
  ['Azalea Motors', 'Augusta', 'Independent'],
  ['Carriage Oak Acura', 'Charlotte', 'Franchise', 'ACURA'],
  ['Longleaf Motor Company', 'Raleigh', 'Franchise', 'HONDA'],
  ['Red Clay Auto Mart', 'Greensboro', 'Independent'],
  ['Scioto Bend Motors', 'Columbus', 'Franchise', 'FORD'],
  ['Lakeshore Boat and Yacht', 'Cleveland', 'Marine'],
  ['Seven Steps Motor Company', 'Cincinnati', 'Franchise', 'TOYOTA', 'LEXUS'],
  ['Wabash Avenue Motors', 'Chicago', 'Franchise', 'TOYOTA'],
  ['Prairie Wind Chevrolet', 'Peoria', 'Franchise', 'CHEVROLET', 'CADILLAC'],
  ['Sangamon RV and Camping', 'Springfield', 'RV'],
  ['Saguaro Flats Dodge', 'Phoenix', 'Franchise', 'DODGE', 'RAM'],
  ['Desert Bloom Kia', 'Tucson', 'Franchise', 'KIA'],
  ['Ponderosa Trail RV', 'Flagstaff', 'RV'],
  ['Harbor Pine Subaru', 'Seattle', 'Franchise', 'SUBARU'],
  ['Salish Harbor Marine', 'Seattle', 'Marine'],
  ['Inland Falls Nissan', 'Spokane', 'Franchise', 'NISSAN'],
  ['Evergreen Point Auto', 'Tacoma', 'Independent'],
  ['Liberty Row Hyundai', 'Philadelphia', 'Franchise', 'HYUNDAI', 'GENESIS'],
  ['Three Bridges Motors', 'Pittsburgh', 'Franchise', 'FORD'],
  ['Susquehanna Auto Exchange', 'Harrisburg', 'Independent'],
  ['Broad Meadow Chevrolet', 'Nashville', 'Franchise', 'CHEVROLET'],
  ['Bluff City Jeep', 'Memphis', 'Franchise', 'JEEP', 'CHRYSLER'],
  ['Smoky Vista Pre-Owned', 'Knoxville', 'Independent'],
]

/**
 * Dealers that are not active. No active dealer has an expiration date: the seed has fixed dates, and the service would
 * expire such a dealer after some time.
 */
const inactiveDealers: Readonly<Record<string, { status: string; since?: string; expirationDate?: string }>> =
  {
    D6005: { status: 'Inactive', expirationDate: '2022-03-31' },
    D6009: { status: 'Suspended' },
    D6014: { status: 'Pending', since: '2024-05-06' },
    D6018: { status: 'Expired', expirationDate: '2023-12-31' },
    D6021: { status: 'Suspended', expirationDate: '2024-12-31' },
    D6027: { status: 'Expired', expirationDate: '2021-06-30' },
    D6034: { status: 'Inactive' },
    D6037: { status: 'Pending', since: '2024-06-03' },
    D6040: { status: 'Inactive', expirationDate: '2020-10-15' },
  }

export const crowdGroups = () =>
  crowdMembers('DealerGroup', groupRows, ({ share, above }, drawing) => {
    const since = above ? '2015-06-01' : '2015-02-02'
    return {
      since,
      ...(above ? { above } : {}),
      facts: {
        ...drawPaymentMethods(drawing, since),
        participation: share === undefined ? null : { disbursementCode: 'DLRGRP', amount: share },
      },
      customFields: crowdCustomFields(drawing),
    }
  })

export const crowdAgents = () =>
  crowdMembers('Agent', agentRows, ({ states, above }, drawing) => {
    const since = above ? '2015-07-01' : '2015-03-02'
    return {
      since,
      ...(above ? { above } : {}),
      facts: {
        ...drawPaymentMethods(drawing, since),
        licenseNumbers: states.map((state) => drawLicense(drawing, state)),
      },
      customFields: crowdCustomFields(drawing),
    }
  })

const drawLicense = ({ draws }: Drawing, state: string) => ({
  state,
  number: `${state}-${draws.digits(7)}`,
  expires: draws.happens(60) ? draws.date('2024-01-31', '2024-12-31') : null,
})

/** Franchise dealers belong to the group of their state. Other dealers have no group. */
const groupNumberFor = (state: string, type: string) =>
  type === 'Franchise' ? groupRows.find(({ states }) => states.includes(state))?.number : undefined

/** The agents with a license in a state. Agents with fewer states come first, so a subagent comes before its parent. */
const agentNumbersFor = (state: string) =>
  agentRows
    .filter(({ states }) => states.includes(state))
    .toSorted((first, second) => first.states.length - second.states.length)
    .map(({ number }) => number)

const dealers = dealerRows.map(([name, city, type, ...makes]) => ({ name, city, type, makes }))

export const crowdDealers = () =>
  crowdMembers('Dealer', numbered('D', 6_001, dealers), ({ number, name, type, city, makes }, drawing) => {
    const { draws } = drawing
    const { state } = cityNamed(city)
    const { since = draws.date('2015-09-01', '2020-12-31'), ...inactive } = inactiveDealers[number] ?? {}
    const group = groupNumberFor(state, type)
    const [agent, secondAgent] = draws.happens(85) ? agentNumbersFor(state) : []
    return {
      since,
      ...(group ? { group } : {}),
      ...(agent ? { agent } : {}),
      ...(secondAgent ? { secondAgent } : {}),
      facts: {
        ...drawPaymentMethods(drawing, since),
        ...inactive,
        dbaName: draws.happens(15) ? `${name} of ${city}` : null,
        dealerType: type,
        franchiseMakes: makes,
        licenseNumber: `${state}-D${draws.digits(5)}`,
        refundPayer: draws.happens(25) ? 'Dealer' : 'Administrator',
        remitDayOfMonth: draws.oneOf([1, 5, 10, 15, 20, 25]),
        requireFundingToFinalize: draws.happens(10) ? true : null,
        laborRate: draws.happens(60) ? draws.whole(44, 68) * 2.5 : null,
        externalReferences: draws.happens(40)
          ? [{ system: 'DMS', key: 'store', value: draws.digits(5) }]
          : [],
      },
      customFields: crowdCustomFields(drawing),
    }
  })
