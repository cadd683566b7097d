import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const rateProblems = {
  CriteriaInvalid: {
    title: 'The criteria are no rule',
    meaning:
      'The text is not of the language of criteria (CEL over the variables of rating), names what does not exist, compares what cannot be compared, gives no truth value, or goes beyond a bound. `position` (characters from 0, the end not in it) says where and `expected` what would be right there; `limit` names the bound: length, depth, macro or regex. Of a group, `text` is what it says and `errors` points to the criterion.',
    remedy: 'Correct the text at `position`; POST /Rates/criteria/evaluations tries a rule out.',
  },
  MissingParameters: {
    title: 'Parameters are missing that the product needs',
    meaning:
      'What a quote needs is set by the administrator for each type of product. `missing` lists what is not there; names with | between them are alternatives, those with + belong together.',
    remedy: 'Send every parameter in `missing`.',
  },
  NoPlansFound: {
    title: 'Nothing is offered for this',
    meaning:
      'No plan qualifies. `reasons` says for each what failed: the rule, the value seen, the value needed, and whether the input or the configuration is at fault.',
    remedy: 'Correct the input where it is at fault; else ask the administrator with the `quoteId`.',
  },
  VinInvalid: {
    title: 'The VIN is none',
    meaning:
      'The VIN has the wrong length, a character that no VIN has, or a wrong check digit. `problem` says which.',
    remedy: 'Correct the VIN, or leave it out and give year, make and model.',
  },
  VinNotDecoded: {
    title: 'The VIN is not known',
    meaning:
      'The VIN is well formed, but what it stands for is not known, and year, make or model are not given.',
    remedy: 'Give year, make and model beside the VIN.',
  },
  QuoteNotReproduced: {
    title: 'The quote does not come to its figures again',
    meaning:
      'What was quoted is computed again from what was kept of it, and compared with what was answered then. It differs, so nothing is shown.',
    remedy: 'Report the quote: a change of the software has changed a figure.',
  },
  OverlappingRange: {
    title: 'Another one counts on some of these days',
    meaning:
      'The same line has been agreed for the same account holder, program, plan, term, deductible and class, on days that overlap. `overlapping` has its id, `effectiveFrom` and `effectiveTo`.',
    remedy: 'Send other days, or change the other one by its id.',
  },
  AccountHolderKindInvalid: {
    title: 'Nothing of this kind is agreed with such an account holder',
    meaning:
      'Lines of prices are agreed with dealers, dealer groups and agents. `accountHolderType` is what this one is.',
    remedy: 'Name a dealer, a dealer group or an agent.',
  },
  CalculationInvalid: {
    title: 'The line cannot be computed so',
    meaning:
      'The calculation names a line that is not there, closes a ring of percents, takes all of dealer cost, or is one that only the rate book can say. MARKUP is always what the price leaves. `calculation` is what was sent.',
    remedy:
      'Send a Flat amount, or a PercentOf lines that are known before it; a RateRow, FactorTable or Remainder only where the rate book has it so, to return to it.',
  },
} as const satisfies ProblemTexts
