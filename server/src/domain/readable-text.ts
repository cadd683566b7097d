// Text that people read: names, notes, addresses. What looks empty, or reads in another order than it is stored, can be
// taken for something else on a screen, on a check or in a letter.

/** Marks, embeddings, overrides and isolates that turn the reading direction. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Whether a text holds characters that turn the reading direction. */
export const turnsDirection = (text: string): boolean => TURNING.test(text)

/** Spaces, control and format characters, and letters that are drawn as nothing. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text)
