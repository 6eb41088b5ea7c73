import type { ComponentType } from 'react';
import {
  BuildingIcon,
  FilesIcon,
  GlobeIcon,
  GraduationCapIcon,
  HandshakeIcon,
  StarIcon,
  UserIcon,
} from './icons.tsx';

/** The hues of `app/globals.css` that an audience may have; `audiences.hue` names one. */
const hues: Readonly<Record<string, { text: string; tint: string; solid: string }>> = {
  slate: { text: 'text-slate', tint: 'bg-slate-tint', solid: 'bg-slate' },
  teal: { text: 'text-teal', tint: 'bg-teal-tint', solid: 'bg-teal' },
  violet: { text: 'text-violet', tint: 'bg-violet-tint', solid: 'bg-violet' },
  blue: { text: 'text-blue', tint: 'bg-blue-tint', solid: 'bg-blue' },
  amber: { text: 'text-amber', tint: 'bg-amber-tint', solid: 'bg-amber' },
  rose: { text: 'text-rose', tint: 'bg-rose-tint', solid: 'bg-rose' },
  green: { text: 'text-green', tint: 'bg-green-tint', solid: 'bg-green' },
  brick: { text: 'text-brick', tint: 'bg-brick-tint', solid: 'bg-brick' },
};
const plain = { text: 'text-slate', tint: 'bg-slate-tint', solid: 'bg-slate' };

type IconComponent = ComponentType<{ size?: number; className?: string }>;

/** The icons that `audiences.icon` may name. */
const icons: Readonly<Record<string, IconComponent>> = {
  building: BuildingIcon,
  'graduation-cap': GraduationCapIcon,
  handshake: HandshakeIcon,
  globe: GlobeIcon,
  star: StarIcon,
  user: UserIcon,
};

/** What an audience looks like wherever it is meant. An unknown hue or icon gets the quiet one. */
export function audienceLook({ hue, icon }: { hue: string; icon: string }) {
  return { ...(hues[hue] ?? plain), Icon: icons[icon] ?? FilesIcon };
}
