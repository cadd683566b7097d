/** Whether a text is a US bank routing number: nine digits whose sum, weighted 3, 7, 1, is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const weights = [3, 7, 1]
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}
