" Vim syntax file: descriptions of mechanisms, *.bl. Written by tools/make_editors.py.
if exists("b:current_syntax")
  finish
endif
syn case match

syn match bielleOperator /\v[-+*\/^=<>!]+|\.\.|'+/
syn match bielleValue /\v<%(ground|pi|t)>/
syn match bielleClause /\v<%(impact\s+restitution|impact\s+poisson|first_moments|acceleration|multiplier|resolution|tolerance|treatment|absolute|friction|on\s+plane|velocity|against|density|inertia|opacity|outside|rotated|through|column|effort|length|limits|method|radius|record|sample|stride|color|delay|pitch|scale|start|axle|from|jerk|mass|ramp|slip|step|stop|time|com|set|as|at|in|on|to)>\ze\s+%([[:alnum:]_\"\[(]|[^\d0-\d127]|-\S)/
syn match bielleClause /\v<%(x|y)>\ze\s+[0-9]/
syn match bielleClause /\v<%(about\s+origin|no\s+side\s+slip|quaternion|constant|modified|standard|no\s+slip|khalil|linear|smooth|cubic|grid)>%(\s*[=.(])@!/
syn match bielleKind /\v:\s*\zs%(quintic_spline|cylindrical|bang_bang|prismatic|spherical|trapezoid|universal|cylinder|revolute|capsule|quintic|s_curve|planar|septic|sphere|spline|fixed|screw|table|free|line|mesh|sin2|arc|box|rod)>/
syn match bielleKind /\v,\s*\zs%(cylinder|capsule|sphere|mesh|box|rod)>\ze\s+[[:alnum:]_\"\[]/
syn match bielleFunction /\v<%(inverse_acceleration|feedforward_torque|inverse_dynamics|gravity_torque|inverse_rate|lower_limit|upper_limit|lqr_torque|reference|gradient|position|rotation|velocity|effort|atan2|cross|floor|hypot|omega|acos|asin|atan|cosh|diag|norm|sign|sinh|sqrt|tanh|abs|cos|dot|exp|log|max|min|mod|sin|tan|if)>\ze\s*\(/
syn match bielleFunction /\v<%([RT][XYZ]K?|[RTQ])>\ze\s*\(/
syn match bielleUnit /\v[\])]\s*\zs%(da|G|M|c|d|h|k|m|n|p|u|µ|μ)?%(bar|deg|min|ohm|rad|rev|rpm|Hz|Pa|A|F|H|J|K|L|N|V|W|g|h|m|s|t)%(\^-?[0-9])?%([.\/]%(da|G|M|c|d|h|k|m|n|p|u|µ|μ)?%(bar|deg|min|ohm|rad|rev|rpm|Hz|Pa|A|F|H|J|K|L|N|V|W|g|h|m|s|t)%(\^-?[0-9])?)*[[:alnum:]_(]@!/
syn match bielleUnit /\v%(\s\[)@<=%(da|G|M|c|d|h|k|m|n|p|u|µ|μ)?%(bar|deg|min|ohm|rad|rev|rpm|Hz|Pa|A|F|H|J|K|L|N|V|W|g|h|m|s|t)%(\^-?[0-9])?%([.\/]%(da|G|M|c|d|h|k|m|n|p|u|µ|μ)?%(bar|deg|min|ohm|rad|rev|rpm|Hz|Pa|A|F|H|J|K|L|N|V|W|g|h|m|s|t)%(\^-?[0-9])?)*[[:alnum:]_(]@!\ze\]/
syn match bielleNumber /\v<[0-9]+%(\.[0-9]+)?%([eE][-+]?[0-9]+)?/ nextgroup=bielleUnitBehind skipwhite
syn match bielleUnitBehind /\v%(da|G|M|c|d|h|k|m|n|p|u|µ|μ)?%(bar|deg|min|ohm|rad|rev|rpm|Hz|Pa|A|F|H|J|K|L|N|V|W|g|h|m|s|t)%(\^-?[0-9])?%([.\/]%(da|G|M|c|d|h|k|m|n|p|u|µ|μ)?%(bar|deg|min|ohm|rad|rev|rpm|Hz|Pa|A|F|H|J|K|L|N|V|W|g|h|m|s|t)%(\^-?[0-9])?)*[[:alnum:]_(]@!/ contained
syn match bielleStatement /\v%(^|[;{])\s*\zs%(constraint|experiment|mechanism|discrete|control|element|gravity|include|rolling|energy|moment|motion|output|sample|torque|chain|coord|force|frame|input|joint|param|point|speed|state|table|body|loop|when|for|let|use|dh)>%(\s*[=.'(])@!/
syn match bielleKind /\v^\s*\zsjoint%(\s+[[:alnum:]_]+)+\ze\s*%(#|$)/
syn region bielleString start=/"/ end=/"/ oneline
syn match bielleComment /#.*/

hi def link bielleComment Comment
hi def link bielleString String
hi def link bielleStatement Statement
hi def link bielleClause Keyword
hi def link bielleKind Type
hi def link bielleFunction Function
hi def link bielleNumber Number
hi def link bielleUnit Constant
hi def link bielleValue Constant
hi def link bielleOperator Operator
hi def link bielleUnitBehind Constant

let b:current_syntax = "bielle"
