import { expect, test } from 'vitest';
import { type ActivationFacts, explainActivation } from './explain-activation.ts';
import { seededPolicies } from './seeded-policies.ts';

const contracts = seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts ?? [];
const facts: ActivationFacts = {
  audience: 'Teachers',
  version: 2,
  active: 1,
  contracts,
  photos: 12,
  promised: 24,
  made: 0,
};

test('a new version says what is made and what people get meanwhile', () => {
  expect(explainActivation(facts)).toEqual([
    'Version 2 takes the place of version 1.',
    '12 photos are approved for Teachers. 24 files are made now.',
    'Until a new file is there, people get the one of the version before.',
    'Made when somebody asks: “For print”.',
  ]);
});

test('a rollback says which files are there still, and that the newer version never stands in', () => {
  expect(explainActivation({ ...facts, version: 1, active: 2, made: 24 })[1]).toBe(
    '12 photos are approved for Teachers. Every file is there already and is given at once.',
  );
  expect(explainActivation({ ...facts, version: 1, active: 2, made: 1 }).slice(1, 3)).toEqual([
    '12 photos are approved for Teachers. 1 file is there already; 23 files are made now.',
    'Where a file is missing, people wait until it is made: version 2 does not stand in for an older one.',
  ]);
});

test('a first activation and the end of a suspension are said as what they are', () => {
  expect(explainActivation({ ...facts, active: null, photos: 0, promised: 0 }).slice(0, 2)).toEqual([
    'Version 2 becomes the first that is given to Teachers.',
    'No photo is approved for Teachers, so there is nothing to make yet.',
  ]);
  expect(explainActivation({ ...facts, active: 2 })[0]).toBe(
    'The suspension of version 2 ends: its files are given to Teachers again.',
  );
});
