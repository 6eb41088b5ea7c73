import { describe, expect, it } from 'vitest';
import { createPersonForm, membershipsForm, passwordForm } from './person-forms.ts';

const id = '5f0c3c0a-7c51-4a5c-9d6e-0a4b1c2d3e4f';
const other = '5f0c3c0a-7c51-4a5c-9d6e-0a4b1c2d3e50';

describe('the forms of the People pages', () => {
  it('name an audience once it is chosen, whole or by its ticked products', () => {
    const sent = {
      id,
      'scope.internal': 'none',
      'products.internal': id,
      'scope.teacher': 'all',
      'products.teacher': id,
      'scope.partner': 'listed',
      'products.partner': [id, other],
    };
    expect(membershipsForm.parse(sent).memberships).toEqual([
      { audience: 'teacher', products: 'all' },
      { audience: 'partner', products: [id, other] },
    ]);
  });

  it('take one ticked product as a list of one', () => {
    const sent = { id, 'scope.teacher': 'listed', 'products.teacher': other };
    expect(membershipsForm.parse(sent).memberships).toEqual([{ audience: 'teacher', products: [other] }]);
  });

  it('refuse a list of nothing beside its audience', () => {
    const { error } = membershipsForm.safeParse({ id, 'scope.teacher': 'listed' });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['products.teacher']);
  });

  it('count a typed password only where one was to be typed', () => {
    const person = { email: 'mika@example.com', name: 'Mika', role: 'member', password: 'short' };
    expect(createPersonForm.parse({ ...person, password_from: 'made' }).password).toBeUndefined();
    const typed = createPersonForm.safeParse({ ...person, password_from: 'typed' });
    expect(typed.error?.issues.map(({ path }) => path.join('.'))).toEqual(['password']);
    expect(passwordForm.safeParse({ id, password_from: 'typed', password: '' }).success).toBe(false);
  });
});
