import type { SeedPlace } from './world.ts'

// The cities, streets and names of the crowd. Cities, counties, zip codes and area codes are real and match; streets and
// people are invented. The fixed world has other cities, so that a search by city finds only its account holders.

/** A city of the crowd, with the area code of its phones. */
export interface City extends Required<Omit<SeedPlace, 'line1'>> {
  readonly areaCode: string
}

const city = (name: string, county: string, state: string, zip: string, areaCode: string): City => ({
  city: name,
  county,
  state,
  zip,
  areaCode,
})

export const cities: readonly City[] = [
  city('Houston', 'Harris', 'TX', '77002', '713'),
  city('San Antonio', 'Bexar', 'TX', '78205', '210'),
  city('Fort Worth', 'Tarrant', 'TX', '76102', '817'),
  city('Orlando', 'Orange', 'FL', '32801', '407'),
  city('Jacksonville', 'Duval', 'FL', '32202', '904'),
  city('Miami', 'Miami-Dade', 'FL', '33130', '305'),
  city('San Diego', 'San Diego', 'CA', '92101', '619'),
  city('Fresno', 'Fresno', 'CA', '93721', '559'),
  city('San Jose', 'Santa Clara', 'CA', '95113', '408'),
  city('Colorado Springs', 'El Paso', 'CO', '80903', '719'),
  city('Fort Collins', 'Larimer', 'CO', '80524', '970'),
  city('Aurora', 'Arapahoe', 'CO', '80012', '303'),
  city('Atlanta', 'Fulton', 'GA', '30303', '404'),
  city('Savannah', 'Chatham', 'GA', '31401', '912'),
  city('Augusta', 'Richmond', 'GA', '30901', '706'),
  city('Charlotte', 'Mecklenburg', 'NC', '28202', '704'),
  city('Raleigh', 'Wake', 'NC', '27601', '919'),
  city('Greensboro', 'Guilford', 'NC', '27401', '336'),
  city('Columbus', 'Franklin', 'OH', '43215', '614'),
  city('Cleveland', 'Cuyahoga', 'OH', '44114', '216'),
  city('Cincinnati', 'Hamilton', 'OH', '45202', '513'),
  city('Chicago', 'Cook', 'IL', '60602', '312'),
  city('Peoria', 'Peoria', 'IL', '61602', '309'),
  city('Springfield', 'Sangamon', 'IL', '62701', '217'),
  city('Phoenix', 'Maricopa', 'AZ', '85004', '602'),
  city('Tucson', 'Pima', 'AZ', '85701', '520'),
  city('Flagstaff', 'Coconino', 'AZ', '86001', '928'),
  city('Seattle', 'King', 'WA', '98104', '206'),
  city('Spokane', 'Spokane', 'WA', '99201', '509'),
  city('Tacoma', 'Pierce', 'WA', '98402', '253'),
  city('Philadelphia', 'Philadelphia', 'PA', '19107', '215'),
  city('Pittsburgh', 'Allegheny', 'PA', '15222', '412'),
  city('Harrisburg', 'Dauphin', 'PA', '17101', '717'),
  city('Nashville', 'Davidson', 'TN', '37203', '615'),
  city('Memphis', 'Shelby', 'TN', '38103', '901'),
  city('Knoxville', 'Knox', 'TN', '37902', '865'),
]

export function cityNamed(name: string): City {
  const found = cities.find(({ city }) => city === name)
  if (!found) throw new Error(`The crowd has no city ${name}.`)
  return found
}

/** The part of the country, as the custom field REGION spells it. */
const regions: Readonly<Record<string, string>> = {
  TX: 'SOUTH',
  FL: 'SOUTH',
  GA: 'SOUTH',
  TN: 'SOUTH',
  OH: 'NORTH',
  IL: 'NORTH',
  NC: 'EAST',
  PA: 'EAST',
}

export const regionOfState = (state: string) => regions[state] ?? 'WEST'

export const streets = [
  'Airport Road',
  'Commerce Street',
  'Depot Street',
  'Exchange Boulevard',
  'Foundry Avenue',
  'Industrial Parkway',
  'Market Street',
  'Mill Road',
  'Orchard Lane',
  'Station Road',
] as const

export const firstNames = [
  ...['Alma', 'Andre', 'Beatriz', 'Calvin', 'Dana', 'Darnell', 'Elena', 'Felix', 'Grace', 'Hassan', 'Imani'],
  ...['Joan', 'Keiko', 'Lionel', 'Marta', 'Nadia', 'Oscar', 'Priya', 'Quentin', 'Rosa', 'Samuel', 'Zoë'],
] as const

export const lastNames = [
  ...['Abbott', 'Barrera', 'Castellano', 'Dubois', 'Eriksen', 'Fontaine', 'Gallagher', 'Hollis', 'Ibarra'],
  ...[
    'Jankowski',
    'Kimura',
    'Lindqvist',
    'Moreau',
    'Núñez',
    'Okafor',
    'Pellegrini',
    'Quigley',
    'Rao',
    'Sato',
  ],
] as const
