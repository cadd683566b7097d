import type { Cents } from '../money.ts'

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const THOUSANDS = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']

/** An amount as it is written on a check: `One thousand three hundred sixty-two and 93/100`. */
export function amountInWords(amount: Cents): string {
  const digits = String(amount).padStart(3, '0')
  const dollars = numberInWords(Number(digits.slice(0, -2)))
  return `${dollars.charAt(0).toUpperCase()}${dollars.slice(1)} and ${digits.slice(-2)}/100`
}

function numberInWords(number: number): string {
  if (number === 0) return 'zero'
  const groups: string[] = []
  for (let left = number, at = 0; left > 0; left = Math.floor(left / 1000), at += 1)
    if (left % 1000 > 0) groups.unshift(`${belowThousand(left % 1000)}${THOUSANDS[at]}`)
  return groups.join(' ')
}

function belowThousand(number: number): string {
  const rest = number % 100
  if (number === rest) return belowHundred(rest)
  const hundreds = `${SMALL[(number - rest) / 100]} hundred`
  return rest === 0 ? hundreds : `${hundreds} ${belowHundred(rest)}`
}

function belowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? ''
  const tens = TENS[Math.floor(number / 10)] ?? ''
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`
}
