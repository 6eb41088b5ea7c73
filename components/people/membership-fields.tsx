import type { AudienceMark } from '#components/ui/audience-chip.tsx';
import { audienceLook } from '#components/ui/audience-look.ts';
import { WarningIcon } from '#components/ui/icons.tsx';
import { ProductPicker } from './product-picker.tsx';

export interface AudienceOption extends AudienceMark {
  slug: string;
  purpose: string;
}

export interface ProductOption {
  id: string;
  name: string;
}

export interface MembershipValue {
  audience: string;
  products: 'all' | readonly string[];
}

const scopes = [
  ['none', 'None'],
  ['all', 'All products'],
  ['listed', 'Listed'],
] as const;

/** What a person sees of each audience: nothing, all, or the products on a list. Works before scripts run. */
export function MembershipFields({
  audiences,
  products,
  memberships,
  errorOf,
}: {
  audiences: readonly AudienceOption[];
  products: readonly ProductOption[];
  memberships: readonly MembershipValue[];
  errorOf: (name: string) => string | undefined;
}) {
  return audiences.map((audience) => {
    const { Icon, style } = audienceLook(audience);
    const own = memberships.find((each) => each.audience === audience.slug);
    const scope = own === undefined ? 'none' : own.products === 'all' ? 'all' : 'listed';
    const error = errorOf(`products.${audience.slug}`);
    return (
      <fieldset className="group/audience min-w-0 border-b border-line py-1.5" key={audience.slug}>
        <legend className="sr-only">{audience.name}</legend>
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <div className="min-w-0" style={style}>
            <span className="audience-ink flex items-center gap-0.5 text-small font-medium">
              <Icon />
              {audience.name}
            </span>
            <span className="voice-label">{audience.purpose}</span>
          </div>
          <div className="inline-flex rounded-control border border-line-strong bg-surface">
            {scopes.map(([value, words]) => (
              <label
                className="relative flex min-h-4 items-center px-1.5 text-caption font-medium not-first:border-l not-first:border-line hover:bg-hover has-checked:bg-inverse has-checked:text-on-inverse has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-[44px]"
                key={value}
              >
                <input
                  className="sr-only"
                  defaultChecked={value === scope}
                  name={`scope.${audience.slug}`}
                  type="radio"
                  value={value}
                />
                {words}
              </label>
            ))}
          </div>
        </div>
        <div className="mt-1 hidden group-has-[input[value=listed]:checked]/audience:block">
          <ProductPicker
            audience={audience}
            listed={own && own.products !== 'all' ? own.products : []}
            products={products}
          />
          {error && (
            <p className="mt-0.5 flex items-start gap-0.5 text-small text-fail" role="alert">
              <WarningIcon className="mt-[2px] shrink-0" />
              {error}
            </p>
          )}
        </div>
      </fieldset>
    );
  });
}
