import { expect, test } from 'vitest'
import { nameOfKey } from './keys.ts'

const pressed = (key: string, held: object = {}) =>
  nameOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('keys are named by their character, and Command counts as Control', () => {
  expect(pressed('J')).toBe('j')
  expect(pressed('?')).toBe('?')
  expect(pressed('Enter', { ctrlKey: true })).toBe('Ctrl+Enter')
  expect(pressed('k', { metaKey: true })).toBe('Ctrl+k')
})
